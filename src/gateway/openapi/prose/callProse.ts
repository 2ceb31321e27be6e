import type { Operation } from '#contract/operation.ts';

/** Under which heading a call is described. */
export const tags = {
  users: 'Users',
  wallets: 'Wallets and their history',
  thematics: 'Thematics and their history',
  webhooks: 'Webhooks',
  market: 'Market',
  access: 'Keys and sessions',
  audit: 'Audit trail',
  upstream: 'The connected service',
  process: 'About the process',
} as const;

/** What a parameter or a header means. */
export interface ParameterProse {
  readonly description: string;
  readonly example?: string;
  /** The only value it can have; any text where left out. */
  readonly value?: string;
}

export type HeaderProse = Readonly<Record<string, ParameterProse>>;

/** What an answer means, with its headers beyond the usual ones. */
export interface AnswerProse {
  readonly description: string;
  readonly headers?: HeaderProse;
}

type QueryProse<O extends Operation> = O extends { readonly query: infer Query }
  ? { readonly query: Readonly<Record<keyof Query, ParameterProse>> }
  : { readonly query?: HeaderProse };

interface WordsOfBody {
  readonly example?: unknown;
  readonly description?: string;
}
type BodyProse<O extends Operation> = O extends { readonly body: object }
  ? { readonly body: WordsOfBody }
  : { readonly body?: WordsOfBody };

/** What people read of a call beside what its operation says: each parameter, body and answer is described. */
export type CallProse<O extends Operation = Operation> = {
  readonly summary: string;
  readonly description: string;
  /** Headers that it reads. */
  readonly headers?: HeaderProse;
  readonly answers: Readonly<Record<keyof O['answers'], AnswerProse>>;
} & QueryProse<O> &
  BodyProse<O>;

/** The prose of all operations of a file: `ProseOf<typeof users>`. */
export type ProseOf<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends Operation
    ? CallProse<Operations[Name]>
    : never;
};
