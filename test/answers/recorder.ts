import type { WriteStream } from 'node:fs';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';

/** A line of a recording. */
export interface RecordedAnswer {
  readonly mode: string;
  /** Name of the operation in the contract; none: an address that belongs to no operation. */
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; null: it is no JSON. */
  readonly json: unknown;
}

export interface SendOptions {
  /** An object is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Recorder {
  /** Sends a request and records the answer. */
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Sent>;
  /** Sends a request without recording it, to wait for background work. */
  readonly peek: (path: string) => Promise<unknown>;
}

interface RecorderOptions {
  readonly mode: string;
  readonly url: string;
  readonly out: WriteStream;
  /** Addresses that differ from run to run, with what stands for them. */
  readonly addresses: Readonly<Record<string, string>>;
  /** No more than this many answers are recorded. */
  readonly limit: number;
}

/** Thrown when the limit is reached. */
export class RecordingFull extends Error {}

/** The connection's own headers, and those that follow from the length of prose. */
const leftOut = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'transfer-encoding',
  'vary',
]);

/** The path of the commit that is recorded, by the path that the recording names. */
const renamedPaths = { '/x/upstream/sync': '/x/upstream/reading' };

export async function createRecorder({
  mode,
  url,
  out,
  addresses,
  limit,
}: RecorderOptions): Promise<Recorder> {
  const placeholders = createPlaceholders({
    [url]: '‹here›',
    [encodeURIComponent(url)]: '‹here›',
    [url.slice('http://'.length)]: '‹here›',
    ...addresses,
  });
  const description = await (await fetch(`${url}/p/openapi.json`)).text();
  let recorded = 0;

  function actualPath(path: string): string {
    for (const [now, before] of Object.entries(renamedPaths)) {
      if (path.startsWith(now) && !description.includes(`"${now}"`)) {
        return path.replace(now, before);
      }
    }
    return path;
  }

  async function request(method: string, path: string, { body, headers = {} }: SendOptions) {
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
    const init: RequestInit = {
      method,
      redirect: 'manual',
      headers: {
        'accept-encoding': 'identity',
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
    };
    if (body !== undefined) init.body = isJson ? JSON.stringify(body) : bodyOf(body);
    const response = await fetch(url + actualPath(path), init);
    const { status } = response;
    const type = response.headers.get('content-type') ?? '';
    // A stream does not end, and a backup is compressed data.
    const isRead = !/event-stream|octet-stream|gzip/.test(type);
    const text = isRead ? await response.text() : '';
    if (!isRead) await response.body?.cancel();
    return { status, headers: response.headers, text, json: jsonOf(text) };
  }

  return {
    async send(method, path, options = {}) {
      if (recorded === limit) throw new RecordingFull();
      recorded += 1;
      const sent = await request(method, path, options);
      const body = options.body instanceof Uint8Array ? '‹bytes›' : options.body;
      const line: RecordedAnswer = {
        mode,
        operation: operationAt(method, path),
        request: {
          method,
          path: placeholders.text(path),
          headers: Object.fromEntries(
            Object.entries(options.headers ?? {}).map(([name, value]) => [
              name,
              placeholders.header(name, value),
            ]),
          ),
          body: placeholders.json(body),
        },
        status: sent.status,
        headers: headersOf(sent.headers, placeholders),
        body: recordedBody(sent, placeholders),
      };
      out.write(`${JSON.stringify(line)}\n`);
      return sent;
    },
    peek: async (path) => (await request('GET', path, {})).json,
  };
}

const bodyOf = (body: unknown): BodyInit =>
  body instanceof Uint8Array ? new Uint8Array(body) : String(body);

function jsonOf(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return null;
  }
}

function headersOf(headers: Headers, placeholders: Placeholders): Record<string, unknown> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !leftOut.has(name))
      .map(([name, value]) => {
        // Notes beside an answer: JSON as encodeURIComponent writes it.
        if (/^%7B/i.test(value)) {
          return [name, placeholders.json(JSON.parse(decodeURIComponent(value)))];
        }
        return [name, placeholders.header(name, value)];
      }),
  );
}

function recordedBody({ headers, text, json }: Sent, placeholders: Placeholders): unknown {
  const type = headers.get('content-type') ?? '';
  if (text === '') return null;
  if (/text\/html/.test(type)) return '‹page›';
  if (/version=0\.0\.4/.test(type)) return metricsIn(text);
  if (/ndjson/.test(type)) {
    return text
      .trim()
      .split('\n')
      .map((line) => placeholders.json(jsonOf(line) ?? line));
  }
  if (/json/.test(type)) return placeholders.json(json);
  return placeholders.text(text).split('\n');
}

/** Names of metrics with their types and labels: values are those of a machine. */
function metricsIn(text: string): Readonly<Record<string, string>> {
  const metrics = new Map<string, string>();
  for (const line of text.split('\n').toSorted()) {
    const [, typed, type = ''] = /^# TYPE (\w+) (\w+)/.exec(line) ?? [];
    if (typed !== undefined) metrics.set(`# ${typed}`, type);
    const [, name, labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name !== undefined) {
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
      const sorted = names.toSorted((one, other) => one.localeCompare(other));
      metrics.set(name, sorted.join(','));
    }
  }
  return Object.fromEntries(metrics);
}

const patterns = Object.entries<Operation>(operations).map(([name, { method, path }]) => ({
  name,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
}));

function operationAt(method: string, path: string): string {
  const [pathname = ''] = path.split('?');
  const sameMethod = method === 'HEAD' ? 'GET' : method;
  const found = patterns.filter(({ pattern }) => pattern.test(pathname));
  const exact = found.find((one) => one.method === sameMethod);
  return exact?.name ?? (found.length > 0 ? `${method} of another` : 'none');
}
