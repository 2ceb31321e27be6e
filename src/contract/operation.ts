import type * as z from 'zod/mini';
import type { Role } from './access.ts';
import { kibibyte } from './bytes.ts';
import type { HistoryType } from './historyType.ts';
import type { ProblemCode } from './problem.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** What an operation reads as its body. */
export interface OperationBody {
  readonly schema: z.ZodMiniType;
  /** Most bytes it reads; `defaultBodyLimit` where left out. */
  readonly limit?: number;
  /** application/json where left out. */
  readonly mediaType?: string;
  /** Media types it can come in too. */
  readonly otherMediaTypes?: readonly string[];
  /** The handler reads it: as a stream, in several media types, or with problems of its own. */
  readonly isReadByHandler?: true;
}

export const defaultBodyLimit = 64 * kibibyte;

/** What caches do with the answers of an operation: the Cache-Control header, and whether a strong entity tag and 304 come with it. */
interface Caching {
  readonly control: string;
  readonly isTagged: boolean;
}

const caching = {
  /** Of users or secret: no cache keeps it. */
  never: { control: 'no-store', isTagged: false },
  /** Everyone's: kept, and used again once the service says that it is still so. */
  revalidate: { control: 'no-cache', isTagged: true },
} as const satisfies Record<string, Caching>;

/** What caches do with the answers of an operation. */
export function cachingOf({ cache = 'never' }: Operation): Caching {
  return caching[cache];
}

/** One call of the service: the only description of what it reads and answers. */
export interface Operation {
  readonly method: Method;
  /** Path with `{name}` for each parameter; `historyType` is checked, every other is an id of any characters. */
  readonly path: `/${string}`;
  /**
   * Query parameters, each with the schema that reads its text. An array takes it more than once; a name that ends in `*` takes
   * all parameters whose names begin so, as a record of arrays. Any other parameter is refused.
   */
  readonly query?: Readonly<Record<string, z.ZodMiniType>>;
  /** Every query is taken as it is. */
  readonly takesAnyQuery?: true;
  readonly body?: OperationBody;
  /** Schema of the body under each status that is no problem; null: it has none. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Media type of its answers; application/json where left out. */
  readonly mediaType?: string;
  /** Media types it can answer in too, as the query says. */
  readonly otherAnswerTypes?: readonly string[];
  /** `never` where left out. */
  readonly cache?: keyof typeof caching;
  /** Problems of its own; those of every operation are `problemsOf`. */
  readonly problems: readonly ProblemCode[];
  readonly role: Role;
}

/** An operation without method and path; `problems` and `role` may be left out. */
type Details = Omit<Operation, 'method' | 'path' | 'problems' | 'role'> &
  Partial<Pick<Operation, 'problems' | 'role'>>;
type NoOthers<Given> = { readonly [Name in Exclude<keyof Given, keyof Details>]: never };

/** Describes an operation. Where `given` names no role, analysts may read, and only admins may change anything. */
// Without the annotation a page would download operations that it does not call.
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

/** The parameters in the path of an operation. */
export type ParamsOf<O extends Operation> = {
  readonly [Name in NamesIn<O['path']>]: Name extends 'historyType' ? HistoryType : string;
};

/** The query of an operation as its handler gets it. */
export type QueryOf<O extends Operation> = O extends {
  readonly query: infer Query extends Readonly<Record<string, z.ZodMiniType>>;
}
  ? {
      readonly [Name in keyof Query]: Name extends `${string}*`
        ? Readonly<Record<string, z.output<Query[Name]>>>
        : z.output<Query[Name]>;
    }
  : Readonly<Record<string, never>>;

/** The JSON body of an operation as its handler gets it: undefined where the handler reads it. */
export type BodyOf<O extends Operation> = O extends {
  readonly body: { readonly isReadByHandler: true };
}
  ? undefined
  : O extends { readonly body: { readonly schema: infer Schema extends z.ZodMiniType } }
    ? z.output<Schema>
    : undefined;

/** Statuses of success that operations answer with. */
export type SuccessStatus = 200 | 201 | 204;

/** What an operation answers where it succeeds: undefined where that has no body. */
export type AnswerOf<O extends Operation> = O['answers'][keyof O['answers'] &
  SuccessStatus] extends infer Schema
  ? Schema extends z.ZodMiniType
    ? z.output<Schema>
    : undefined
  : never;

type QueryValue = string | number | boolean | undefined;

/** What a caller puts into the query. */
export type QueryInput<O extends Operation> = O extends { readonly query: infer Query }
  ? {
      readonly [Name in keyof Query]?: Name extends `${string}*`
        ? Prefixed
        : QueryValue | readonly string[];
    }
  : Readonly<Record<string, never>>;

/** What stands in the address of a call: parameters of the path, and of the query. */
export type PathInput<O extends Operation> = (NamesIn<O['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<O> }) & { readonly query?: QueryInput<O> };

/** What a caller hands to an operation. */
export type InputOf<O extends Operation> = PathInput<O> & {
  readonly body?: O extends { readonly body: { readonly schema: infer Schema } }
    ? z.input<Schema>
    : undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The path of an operation with its parameters percent-encoded, and its query: `/p/users/a%2Fb?limit=2`.
 * Parameters of the query that are undefined are left out; an array is repeated.
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

/** The path of an operation that is known only when it runs. */
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
  // What a page of another site sends, and what the role of who sends it does not allow.
  'forbidden',
  'rate-limited',
  'internal',
  'unavailable',
] as const satisfies ProblemCode[];
/** What a process answers with that stands in front of another service. */
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

/** Every problem an operation can answer with: its own, and those that its body brings with it. */
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
