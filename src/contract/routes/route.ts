import type * as z from 'zod/mini';
import type { ProblemCode } from '../problem.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Under which heading a call is described. */
export const tags = {
  users: 'Users',
  wallets: 'Wallets and their history',
  thematics: 'Thematics and their history',
  webhooks: 'Webhooks',
  market: 'Market',
  process: 'About the process',
} as const;
export type Tag = keyof typeof tags;

/** A parameter of the query or a header that a call reads. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly description: string;
  readonly schema: z.core.$ZodType;
  readonly example?: string;
}

/** What a call reads as its body. */
export interface Body {
  /** application/json where left out. */
  readonly mediaType?: string;
  /** Media types it can come in too, as the description says. */
  readonly otherMediaTypes?: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly example?: unknown;
  readonly description?: string;
}

/** An answer that is no problem. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Left out: the answer has no body. */
  readonly schema?: z.core.$ZodType;
  /** application/json where left out. */
  readonly mediaType?: string;
  /** Headers beyond the usual ones, with what they tell. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call of the service: what it reads, what it answers, and which problems it can tell of. */
export interface Route {
  readonly method: Method;
  /** Path with `{name}` for each id. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  /** Whatever stands in its query is taken. */
  readonly takesAnyQuery?: true;
  readonly body?: Body;
  readonly answers: readonly Answer[];
  /** Problems of this call's own; those of every call are `problemsOf(route)`. */
  readonly problems: readonly ProblemCode[];
}

const everywhere = [
  'invalid-query',
  'not-acceptable',
  'misdirected-request',
  'internal',
  'unavailable',
] as const satisfies ProblemCode[];
const whereWritten = ['forbidden'] as const satisfies ProblemCode[];
const whereRead = [
  'malformed-json',
  'unsupported-media-type',
  'too-large',
  'invalid-body',
] as const satisfies ProblemCode[];

/** Every problem a call can tell of, those that hold for all calls among them. */
export function problemsOf({ method, body, problems }: Route): ProblemCode[] {
  return [
    ...problems,
    ...(body?.mediaType === undefined && body !== undefined ? whereRead : []),
    ...(method === 'GET' ? [] : whereWritten),
    ...everywhere,
  ].filter((code, place, all) => all.indexOf(code) === place);
}
