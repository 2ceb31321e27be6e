import type { Operation } from '#contract/operation.ts';

export const tags = {
  users: 'Users',
  books: 'Books: sets of users as one portfolio',
  wallets: 'Wallets and their history',
  thematics: 'Thematics and their history',
  webhooks: 'Webhooks',
  market: 'Market',
  quality: 'Data quality',
  access: 'Keys and sessions',
  audit: 'Audit trail',
  views: 'Saved views',
  upstream: 'The connected service',
  process: 'About the process',
} as const;

export interface ParameterProse {
  readonly description: string;
  readonly example?: string;
  /** Only allowed value; omitted: any text. */
  readonly value?: string;
}

export type HeaderProse = Readonly<Record<string, ParameterProse>>;

export interface AnswerProse {
  readonly description: string;
  readonly headers?: HeaderProse;
}

type QueryProse<O extends Operation> = O extends { readonly query: infer Query }
  ? { readonly query: Readonly<Record<keyof Query, ParameterProse>> }
  : { readonly query?: HeaderProse };

interface TextOfBody {
  readonly example?: unknown;
  readonly description?: string;
}
type BodyProse<O extends Operation> = O extends { readonly body: object }
  ? { readonly body: TextOfBody }
  : { readonly body?: TextOfBody };

/** Prose of a call: each parameter, body and answer needs a description. */
export type CallProse<O extends Operation = Operation> = {
  readonly summary: string;
  readonly description: string;
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
