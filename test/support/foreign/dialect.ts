import type {
  bodies,
  envelopes,
  errors,
  flaws,
  ids,
  numbers,
  receipts,
  records,
  spellings,
  times,
  updates,
} from './writing.ts';
import type { pagings } from './writtenPages.ts';

/** Choices of another implementation where the interface is silent. Defaults are those of `plain`. */
export interface Dialect {
  readonly name: string;
  readonly prefix: '' | `/${string}`;
  readonly time: keyof typeof times;
  readonly number: keyof typeof numbers;
  readonly record: keyof typeof records;
  readonly history:
    | keyof typeof envelopes
    | 'an object keyed by type'
    | 'a list of `{ type, records }`';
  readonly flaws: readonly (keyof typeof flaws)[];
  readonly list: keyof typeof envelopes;
  readonly paging: keyof typeof pagings;
  readonly historyPaging: keyof typeof pagings;
  /** Envelope of a single item. */
  readonly one: 'bare' | 'under `data`' | 'under its own name';
  /** Field of the ids of users, wallets, thematics and tokens. Users also have a customId where the list contains objects. */
  readonly id: '`_id`' | '`id`' | '`customId`';
  /** Spelling of names with two words: customId, createdAt, walletCount, nextCursor. */
  readonly names: keyof typeof spellings;
  /** Type of the ids of users and wallets. Those of thematics and tokens are texts. */
  readonly ids: keyof typeof ids;
  /** Field of the totals of users, wallets and positions. */
  readonly total: '`total`' | '`value`';
  readonly user: 'the customId' | 'the id of the service' | 'an object';
  readonly thematic: 'an id' | 'an object';
  readonly token: 'an object' | 'an id';
  readonly price: 'a number' | '`{ usd, updatedAt }`' | '`{ value, currency }`';
  readonly thematics: 'thematics' | 'ids alone' | 'thematics without tokens';
  readonly attributes: 'fields of the user' | 'text under `json`';
  readonly weight: '`weight`' | '`percentage`' | '`allocation`';
  readonly users: 'users' | 'users with wallets' | 'ids alone';
  /** Reported totals. The others are derived. */
  readonly totals: 'of users, wallets and positions' | 'of positions only' | 'none';
  /** True if it reports when something was created and changed. */
  readonly dates: boolean;
  readonly body: keyof typeof bodies;
  readonly error: keyof typeof errors;
  readonly receipt: keyof typeof receipts;
  readonly update: keyof typeof updates;
  readonly webhook: {
    /** Types of events that it registers; null: any. */
    readonly types: readonly string[] | null;
    readonly message: 'signed as Standard Webhooks' | 'unsigned' | 'unsigned, with its own types';
  };
  readonly usersQuery: { readonly name: string; readonly value: string } | null;
}

export const plain: Dialect = {
  name: 'plain',
  prefix: '',
  time: 'ISO 8601 in UTC',
  number: 'numbers',
  record: '`{ date, total }`',
  history: 'bare',
  flaws: [],
  list: 'bare',
  paging: 'no paging',
  historyPaging: 'no paging',
  one: 'bare',
  id: '`_id`',
  names: '`customId`',
  ids: 'texts',
  total: '`total`',
  user: 'the customId',
  thematic: 'an id',
  token: 'an object',
  price: 'a number',
  thematics: 'thematics',
  attributes: 'fields of the user',
  weight: '`weight`',
  users: 'users',
  totals: 'of users, wallets and positions',
  dates: true,
  body: 'JSON as JSON',
  error: 'problem details',
  receipt: 'the new state',
  update: 'merges attributes',
  webhook: { types: null, message: 'signed as Standard Webhooks' },
  usersQuery: null,
};
