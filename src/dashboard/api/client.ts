import { pathOf, type AnswerOf, type InputOf, type Operation } from '#contract/operation.ts';
import { describeIssues, errorOf, notJson, invalidAnswer } from './answer.ts';
import { connect, type RequestOptions } from './connection.ts';
import type { RequestTarget } from './errors.ts';
import { jsonOf } from './jsonValue.ts';
import { storeResponseNotes } from './responseNotesStore.ts';
import { refuseNotOffered } from './service.ts';

type AnswerBody<O extends Operation> = O['method'] extends 'GET'
  ? AnswerOf<O>
  : AnswerOf<O> | undefined;

/** Calls an operation of the contract, and parses its response. */
export async function call<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<AnswerBody<O>> {
  return (await callWithHeaders(operation, input, signal)).body;
}

export async function callWithHeaders<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<{ readonly body: AnswerBody<O>; readonly headers: Headers }> {
  const { method, answers } = operation;
  const request = { method, url: pathOf(operation, input) };
  refuseNotOffered(operation, request);
  const { status, text, headers } = await exchange(request, requestInit(input), signal);
  const isEmpty = answers[status] == null || (method !== 'GET' && text.trim() === '');
  const body = isEmpty ? undefined : parse(operation, status, text, request);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a GET has an answer, which the compiler cannot follow
  return { body: body as AnswerBody<O>, headers };
}

/** Query of the next page from the Link header (RFC 8288); null if there is none. */
export function nextPage(headers: Headers): Record<string, string> | null {
  const query = /<[^>?]*\?([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return query === undefined ? null : Object.fromEntries(new URLSearchParams(query));
}

/** Synchronous, since a browser that prints does not wait. Blocks the page until the response arrives: only for printing. */
export function callNow<O extends Operation>(operation: O, input: InputOf<O>): AnswerOf<O> {
  const { method } = operation;
  const request = { method, url: pathOf(operation, input) };
  const exchange = new XMLHttpRequest();
  exchange.open(method, request.url, false);
  exchange.setRequestHeader('Accept', accepted);
  exchange.send();
  return parse(operation, exchange.status, exchange.responseText, request);
}

function requestInit({
  body,
  headers,
}: {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}): RequestOptions {
  if (body === undefined) return { headers: { Accept: accepted, ...headers } };
  return {
    headers: { Accept: accepted, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

const accepted = 'application/json, application/problem+json';

async function exchange(
  request: RequestTarget,
  init: RequestOptions,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string; headers: Headers }> {
  const connection = connect(request, signal);
  const response = await connection.open(init);
  const text = await connection.wait(() => response.text());
  if (!response.ok) throw errorOf(response, request, text);
  storeResponseNotes(request.url, response.headers);
  return { status: response.status, text, headers: response.headers };
}

/** Streams a resource in chunks, so that its start can be shown early. */
export function getChunks(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  return chunks({ method: 'GET', url: path }, { headers: { Accept: accepted } }, signal);
}

/**
 * Calls an operation that returns one JSON value per line, and parses each line as it arrives.
 * @param file request body.
 */
export async function* callLines<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  { file, signal }: { readonly file?: Blob; readonly signal?: AbortSignal },
): AsyncGenerator<AnswerOf<O>> {
  const { method, mediaType = '', body } = operation;
  const request = { method, url: pathOf(operation, input) };
  const init: RequestOptions = {
    headers: {
      Accept: `${mediaType}, application/problem+json`,
      ...(file === undefined ? {} : { 'Content-Type': body?.mediaType ?? '' }),
    },
    ...(file === undefined ? {} : { body: file }),
  };
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks(request, init, signal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parse(operation, 200, line, request);
  }
}

async function* chunks(
  request: RequestTarget,
  init: RequestOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const connection = connect(request, signal);
  const response = await connection.open(init);
  if (!response.ok) {
    throw errorOf(response, request, await connection.wait(() => response.text()));
  }
  storeResponseNotes(request.url, response.headers);
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await connection.wait(() => reader.read());
      isDone = done;
      if (value !== undefined) yield value;
    }
  } finally {
    // A caller that stops early cancels the rest of the response.
    if (!isDone) connection.close();
  }
}

function parse<O extends Operation>(
  { answers }: O,
  status: number,
  text: string,
  request: RequestTarget,
): AnswerOf<O> {
  const schema = answers[status];
  const body = jsonOf(text);
  if (schema == null || body === undefined) throw notJson(text, request);
  const parsed = schema.safeParse(body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is the operation's own, which the compiler cannot follow
  if (parsed.success) return parsed.data as AnswerOf<O>;
  throw invalidAnswer(request, describeIssues(parsed.error.issues, body), text);
}
