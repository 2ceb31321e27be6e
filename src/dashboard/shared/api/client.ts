import type * as z from 'zod/mini';
import { errorOf, jsonOf } from './answer.ts';
import { NetworkError, UnreadableError } from './errors.ts';
import { describeIssues } from './unreadable.ts';

/** How long a service may take until it begins to answer, and until a begun answer ends. */
const patience = { answer: 15_000, body: 120_000 } as const;

/** Reads a resource and parses it with its schema of the contract. */
export async function get<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<z.infer<S>> {
  return (await getAnswer(path, schema, signal)).body;
}

/** Reads a resource with the headers of its answer, such as the ETag an edit is bound to. */
export async function getAnswer<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<{ body: z.infer<S>; headers: Headers }> {
  const asked = { method: 'GET', url: path };
  const { text, headers } = await exchange(asked, { headers: { Accept: accepted } }, signal);
  return { body: parse(schema, text, asked), headers };
}

interface Change {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Changes a resource. An empty body is a success (and `undefined`), whatever the schema. */
export async function send<S extends z.ZodMiniType>(
  change: Change & { readonly schema: S },
): Promise<z.infer<S> | undefined>;
export async function send(change: Change & { readonly schema: null }): Promise<undefined>;
export async function send(
  change: Change & { readonly schema: z.ZodMiniType | null },
): Promise<unknown> {
  const asked = { method: change.method, url: change.path };
  const hasBody = change.body !== undefined;
  const init: RequestInit = {
    headers: {
      Accept: accepted,
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...change.headers,
    },
    ...(hasBody ? { body: JSON.stringify(change.body) } : {}),
  };
  const { text } = await exchange(asked, init, change.signal);
  if (change.schema === null || text.trim() === '') return undefined;
  return parse(change.schema, text, asked);
}

const accepted = 'application/json, application/problem+json';

/** One exchange with the service: its body as text and its headers, or an error in words. */
async function exchange(
  asked: { method: string; url: string },
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ text: string; headers: Headers }> {
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), patience.answer);
  const signals = signal === undefined ? [late.signal] : [signal, late.signal];
  try {
    const response = await fetch(asked.url, {
      ...init,
      method: asked.method,
      signal: AbortSignal.any(signals),
    });
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), patience.body);
    const text = await response.text();
    if (!response.ok) throw errorOf(response, asked, text);
    return { text, headers: response.headers };
  } catch (error) {
    // The caller gave up, or the answer was an error: both go on as they are.
    if (signal?.aborted === true || !isNetworkFault(error)) throw error;
    throw new NetworkError(late.signal.aborted ? tooLate : unreachable, asked, error);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = `The service did not answer within ${patience.answer / 1000} s.`;
const unreachable = 'The service cannot be reached. It may be stopped, or the network is down.';

/** fetch throws a TypeError when the network fails and an AbortError when it is aborted. */
function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}

function parse<S extends z.ZodMiniType>(
  schema: S,
  text: string,
  asked: { method: string; url: string },
): z.infer<S> {
  const body = jsonOf(text);
  if (body === undefined) {
    const found =
      text.trim() === '' ? 'nothing' : text.trimStart().startsWith('<') ? 'a web page' : 'text';
    throw new UnreadableError(
      `${asked.url} answered with ${found} instead of JSON. Is this the address of a Portfolio Service?`,
      { ...asked, text },
    );
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new UnreadableError(
    `The answer of ${asked.url} could not be read, ${describeIssues(parsed.error.issues, body)}.`,
    { ...asked, text },
  );
}
