import type * as z from 'zod/mini';
import { errorOf } from './answer.ts';
import { connect } from './connection.ts';
import { UnreadableError } from './errors.ts';
import { jsonOf } from './json.ts';
import { describeIssues, notAsAgreed } from './unreadable.ts';

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
  const connection = connect(asked, signal);
  const response = await connection.open(init);
  const text = await connection.wait(() => response.text());
  if (!response.ok) throw errorOf(response, asked, text);
  return { text, headers: response.headers };
}

/** Reads a resource piece by piece, as it comes: what is long can be shown before all of it is there. */
export async function* getPieces(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const asked = { method: 'GET', url: path };
  const connection = connect(asked, signal);
  const response = await connection.open({ headers: { Accept: accepted } });
  if (!response.ok) {
    throw errorOf(response, asked, await connection.wait(() => response.text()));
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let isWhole = false;
  try {
    while (!isWhole) {
      const { done, value } = await connection.wait(() => reader.read());
      isWhole = done;
      if (value !== undefined) yield value;
    }
  } finally {
    // Whoever stops reading lets go of what is still on its way.
    if (!isWhole) connection.close();
  }
}

function parse<S extends z.ZodMiniType>(
  schema: S,
  text: string,
  asked: { method: string; url: string },
): z.infer<S> {
  const body = jsonOf(text);
  if (body === undefined) throw noJson(text, asked);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw notAsAgreed(asked, describeIssues(parsed.error.issues, body), text);
}

/** An answer of success that is no JSON. */
export function noJson(text: string, asked: { method: string; url: string }): UnreadableError {
  const found =
    text.trim() === '' ? 'nothing' : text.trimStart().startsWith('<') ? 'a web page' : 'text';
  return new UnreadableError(
    `${asked.url} answered with ${found} instead of JSON. Is this the address of a Portfolio Service?`,
    { ...asked, text },
  );
}
