import type * as z from 'zod/mini';
import type { Role } from './access.ts';
import { kibibyte } from './bytes.ts';
import type { HistoryType } from './historyType.ts';
import type { ProblemCode } from './problem.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface OperationBody {
  readonly schema: z.ZodMiniType;
  /** Maximum number of bytes. Defaults to `defaultBodyLimit`. */
  readonly limit?: number;
  /** Defaults to application/json. */
  readonly mediaType?: string;
  /** Other accepted media types. */
  readonly otherMediaTypes?: readonly string[];
  /** The handler parses the body: as a stream, in several media types, or with its own problems. */
  readonly isReadByHandler?: true;
}

export const defaultBodyLimit = 64 * kibibyte;

/** Cache-Control header of an operation's answers, and support for strong entity tags and 304. */
interface Caching {
  readonly control: string;
  readonly isTagged: boolean;
}

const caching = {
  /** For user data and secrets. */
  never: { control: 'no-store', isTagged: false },
  /** For data that is the same for all callers. Caches must revalidate it. */
  revalidate: { control: 'no-cache', isTagged: true },
} as const satisfies Record<string, Caching>;

export function cachingOf({ cache = 'never' }: Operation): Caching {
  return caching[cache];
}

/** One call of the service. The only description of its input and output. */
export interface Operation {
  readonly method: Method;
  /** Path with `{name}` for each parameter. `historyType` is validated; any other parameter is an id of any characters. */
  readonly path: `/${string}`;
  /**
   * Query parameters with the schemas that parse their text. An array schema accepts repeated parameters. A name that ends in `*`
   * accepts all parameters with that prefix, as a record of arrays. Unknown parameters are rejected.
   */
  readonly query?: Readonly<Record<string, z.ZodMiniType>>;
  /** Accepts any query without validation. */
  readonly takesAnyQuery?: true;
  readonly body?: OperationBody;
  /** Schema of the body for each status that is not a problem; null: no body. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Media type of the answers. Defaults to application/json. */
  readonly mediaType?: string;
  /** Other media types that the query can select. */
  readonly otherAnswerTypes?: readonly string[];
  /** Defaults to `never`. */
  readonly cache?: keyof typeof caching;
  /** Problems of this operation. `problemsOf` adds the general ones. */
  readonly problems: readonly ProblemCode[];
  readonly role: Role;
}

/** An operation without method and path. `problems` and `role` are optional. */
type Details = Omit<Operation, 'method' | 'path' | 'problems' | 'role'> &
  Partial<Pick<Operation, 'problems' | 'role'>>;
type NoOthers<Given> = { readonly [Name in Exclude<keyof Given, keyof Details>]: never };

/** Describes an operation. By default, analysts may read and only admins may change data. */
// Without the annotation, a page would download operations that it does not call.
/* @__NO_SIDE_EFFECTS__ */
export function operation<
  const M extends Method,
  const Path extends Operation['path'],
  const Given extends Details,
>(
  method: M,
  path: Path,
  given: Given & NoOthers<Given>,
): {
  readonly method: M;
  readonly path: Path;
  readonly problems: readonly ProblemCode[];
  readonly role: Role;
} & Given {
  return { method, path, problems: [], role: method === 'GET' ? 'analyst' : 'admin', ...given };
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type ParamsOf<O extends Operation> = {
  readonly [Name in NamesIn<O['path']>]: Name extends 'historyType' ? HistoryType : string;
};

export type QueryOf<O extends Operation> = O extends {
  readonly query: infer Query extends Readonly<Record<string, z.ZodMiniType>>;
}
  ? {
      readonly [Name in keyof Query]: Name extends `${string}*`
        ? Readonly<Record<string, z.output<Query[Name]>>>
        : z.output<Query[Name]>;
    }
  : Readonly<Record<string, never>>;

/** The parsed JSON body of an operation; undefined if the handler parses it. */
export type BodyOf<O extends Operation> = O extends {
  readonly body: { readonly isReadByHandler: true };
}
  ? undefined
  : O extends { readonly body: { readonly schema: infer Schema extends z.ZodMiniType } }
    ? z.output<Schema>
    : undefined;

export type SuccessStatus = 200 | 201 | 204;

/** The successful answer of an operation; undefined without a body. */
export type AnswerOf<O extends Operation> = O['answers'][keyof O['answers'] &
  SuccessStatus] extends infer Schema
  ? Schema extends z.ZodMiniType
    ? z.output<Schema>
    : undefined
  : never;

type QueryValue = string | number | boolean | undefined;

export type QueryInput<O extends Operation> = O extends { readonly query: infer Query }
  ? {
      readonly [Name in keyof Query]?: Name extends `${string}*`
        ? Prefixed
        : QueryValue | readonly string[];
    }
  : Readonly<Record<string, never>>;

export type PathInput<O extends Operation> = (NamesIn<O['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<O> }) & { readonly query?: QueryInput<O> };

export type InputOf<O extends Operation> = PathInput<O> & {
  readonly body?: O extends { readonly body: { readonly schema: infer Schema } }
    ? z.input<Schema>
    : undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Returns the path of an operation with percent-encoded parameters and its query: `/p/users/a%2Fb?limit=2`. Omits undefined query
 * parameters and repeats arrays.
 */
export function pathOf<O extends Operation>(operation: O, input: PathInput<O>): string {
  const path = filledPath(operation, input.params ?? {});
  const given: Readonly<Record<string, QueryValue | readonly string[] | Prefixed>> =
    input.query ?? {};
  const query = Object.entries(given).flatMap(([name, value]) =>
    isPrefixed(value)
      ? Object.entries(value).flatMap(([end, inner]) => pairs(name.slice(0, -1) + end, inner))
      : pairs(name, value),
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Returns the path of an operation that is known only at run time. */
export function filledPath(
  operation: Operation,
  params: Readonly<Record<string, string | undefined>>,
): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
}

type Prefixed = Readonly<Record<string, QueryValue | readonly string[]>>;

function isPrefixed(value: QueryValue | readonly string[] | Prefixed): value is Prefixed {
  return typeof value === 'object' && !Array.isArray(value);
}

function pairs(name: string, value: QueryValue | readonly string[]): string[] {
  const values: readonly QueryValue[] = typeof value === 'object' ? value : [value];
  return values
    .filter((one) => one !== undefined)
    .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`);
}

const problemsOfAll = [
  'invalid-query',
  'not-acceptable',
  'misdirected-request',
  // For requests from another site's page, and for a role that is not sufficient.
  'forbidden',
  'rate-limited',
  'internal',
  'unavailable',
] as const satisfies ProblemCode[];
/** Problems of connected mode. */
const problemsOfConnected = [
  'not-offered',
  'upstream-unreachable',
  'upstream-unreadable',
  'upstream-refused',
  'upstream-rejected',
  'upstream-busy',
  'upstream-timeout',
] as const satisfies ProblemCode[];
const problemsOfJson = [
  'malformed-json',
  'unsupported-media-type',
  'too-large',
  'invalid-body',
] as const satisfies ProblemCode[];

/** Returns all problem codes of an operation: its own, those of its body, and the general ones. */
export function problemsOf({ body, problems, role }: Operation): ProblemCode[] {
  const codes = [
    ...problems,
    ...(body !== undefined && body.mediaType === undefined ? problemsOfJson : []),
    ...(role === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...problemsOfAll,
    ...problemsOfConnected,
  ];
  return [...new Set(codes)];
}
