import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { historyTypes, isHistoryType } from '#contract/historyType.ts';
import {
  cachingOf,
  type AnswerOf,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type SuccessStatus,
} from '#contract/operation.ts';
import { checkAccept } from './accept.ts';
import { readJson } from './body.ts';
import { admit } from './caller.ts';
import { sendJson, type JsonText } from './conditions.ts';
import { problem } from './problem.ts';

export interface Input<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
}

export class Reply<Value> {
  readonly status: SuccessStatus;
  readonly value: Value;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: SuccessStatus, value: Value, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.value = value;
    this.headers = headers;
  }
}

/**
 * The return value of a handler: the answer, its JSON, or a stream of its bytes, each optionally with a status and
 * headers; or a complete response.
 */
export type Handled<O extends Operation> = AnswerContent<O> | Reply<AnswerContent<O>> | Response;
type AnswerContent<O extends Operation> =
  | AnswerOf<O>
  | JsonText<AnswerOf<O>>
  | ReadableStream<Uint8Array>;

export interface Implementation {
  readonly operation: Operation;
  readonly answer: (c: Context) => Promise<Response>;
}

/** Implements an operation: parses parameters, query and JSON body for the handler, and sends its answer. */
export function implement<O extends Operation>(
  operation: O,
  handler: (input: Input<O>, c: Context) => Handled<O> | Promise<Handled<O>>,
): Implementation {
  return {
    operation,
    async answer(c) {
      checkAccept(c.req.header('accept'), [
        operation.mediaType ?? 'application/json',
        ...(operation.otherAnswerTypes ?? []),
      ]);
      const query = readQuery(operation, new URL(c.req.url).searchParams);
      const params = readParams(c);
      const body =
        operation.body === undefined || operation.body.isReadByHandler === true
          ? undefined
          : await readJson(c, operation.body.schema, operation.body.limit);
      // The operation's own schemas parsed it, which the compiler cannot follow.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const input = { params, query, body } as unknown as Input<O>;
      return send(c, operation, await handler(input, c));
    },
  };
}

/** Answers 501 with the reason, without reading the body. */
export function refuseOperation(operation: Operation, reason: string): Implementation {
  return {
    operation,
    async answer(c) {
      readQuery(operation, new URL(c.req.url).searchParams);
      throw problem('not-offered', reason);
    },
  };
}

/**
 * Registers implementations, each for callers with its role. Each path answers other methods with 405, and HEAD works
 * wherever GET does.
 */
export function serve(app: Hono, implementations: readonly Implementation[]): void {
  const byPath = Map.groupBy(implementations, ({ operation }) => operation.path);
  // An id may look like a path without parameters: PUT /x/users/import is about the user "import", POST is not.
  const paths = [...byPath.keys()].toSorted((a, b) => parametersIn(a) - parametersIn(b));
  for (const path of paths) {
    const byMethod = methodsOf(path, byPath.get(path) ?? []);
    const others = paths.filter((other) => other !== path && matches(other, path));
    const allow = [
      ...byMethod.keys(),
      ...others.flatMap((other) => (byPath.get(other) ?? []).map((one) => one.operation.method)),
    ].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c, next) => {
      const { method } = c.req.raw;
      const found = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (found !== undefined) {
        admit(c, found.operation);
        return found.answer(c);
      }
      if (allow.includes(method)) {
        await next();
        return undefined;
      }
      const offered = allow.join(', ');
      throw problem('method-not-allowed', `${method} is not allowed here; use ${offered}.`, {
        headers: { Allow: offered },
      });
    });
  }
}

const parametersIn = (path: string): number => path.split('{').length - 1;

function matches(template: string, path: string): boolean {
  const [parts, own] = [template.split('/'), path.split('/')];
  return (
    parts.length === own.length &&
    parts.every((part, place) => part.startsWith('{') || part === own[place])
  );
}

function methodsOf(
  path: string,
  offered: readonly Implementation[],
): ReadonlyMap<string, Implementation> {
  const byMethod = new Map<string, Implementation>();
  for (const one of offered) {
    const { method } = one.operation;
    if (byMethod.has(method)) throw new Error(`${method} ${path} is implemented twice`);
    byMethod.set(method, one);
  }
  return byMethod;
}

function send<O extends Operation>(c: Context, operation: O, handled: Handled<O>): Response {
  if (handled instanceof Response) return handled;
  const reply = handled instanceof Reply ? handled : new Reply(usualStatus(operation), handled);
  const { status, value } = reply;
  const { control, isTagged } = cachingOf(operation);
  const headers = { 'Cache-Control': control, ...reply.headers };
  if (status === 204) return c.body(null, 204, headers);
  if (value instanceof ReadableStream) {
    const type = operation.mediaType ?? 'application/json';
    return c.body(value, status, { 'Content-Type': type, ...headers });
  }
  return sendJson(c, value, status, { isTagged, headers });
}

export function usualStatus({ answers }: Operation): SuccessStatus {
  return ([200, 201, 204] as const).find((status) => status in answers) ?? 200;
}

function readParams(c: Context): Record<string, string> {
  const params: Record<string, string> = c.req.param();
  const { historyType } = params;
  if (historyType !== undefined && !isHistoryType(historyType)) {
    throw problem(
      'invalid-history-type',
      `${JSON.stringify(historyType)} is not a history type; it must be one of ${historyTypes.join(', ')}.`,
      { members: { allowed: historyTypes } },
    );
  }
  return params;
}

/** Parses the query: 400 invalid-query for an unknown, repeated or invalid parameter. */
function readQuery(
  { query: schemas = {}, takesAnyQuery }: Operation,
  given: URLSearchParams,
): Record<string, unknown> {
  if (takesAnyQuery !== true) checkNames(given, schemas);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (name.endsWith('*')) return [name, readPrefixed(name.slice(0, -1), schema, given)];
      const texts = given.getAll(name);
      return [name, parameter(name, schema, isList(schema) ? texts : texts[0])];
    }),
  );
}

function readPrefixed(
  prefix: string,
  schema: z.ZodMiniType,
  given: URLSearchParams,
): Record<string, unknown> {
  const names = new Set([...given.keys()].filter((name) => name.startsWith(prefix)));
  return Object.fromEntries(
    [...names].map((name) => [
      name.slice(prefix.length),
      parameter(name, schema, given.getAll(name)),
    ]),
  );
}

function isList(schema: z.ZodMiniType): boolean {
  const inner = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  return inner instanceof z.ZodMiniArray;
}

function parameter(
  name: string,
  schema: z.ZodMiniType,
  value: string | readonly string[] | undefined,
): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw problem(
    'invalid-query',
    `${name} is ${JSON.stringify(value)}; ${first?.message ?? 'it is not valid'}.`,
  );
}

function checkNames(
  given: URLSearchParams,
  schemas: Readonly<Record<string, z.ZodMiniType>>,
): void {
  const known = Object.keys(schemas);
  const seen = new Set<string>();
  for (const name of given.keys()) {
    const key = known.find((one) =>
      one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name,
    );
    if (key === undefined) {
      const offer =
        known.length === 0 ? 'This operation has none' : `Known parameters: ${known.join(', ')}`;
      throw problem('invalid-query', `Unknown query parameter ${JSON.stringify(name)}. ${offer}.`);
    }
    const schema = schemas[key];
    const isRepeatable = key.endsWith('*') || (schema !== undefined && isList(schema));
    if (seen.has(name) && !isRepeatable) {
      throw problem('invalid-query', `The query parameter ${name} occurs more than once.`);
    }
    seen.add(name);
  }
}
