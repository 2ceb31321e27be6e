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

/** How a service of another maker filled the silences of the interface; what is left out is as in `plain`. */
export interface Dialect {
  readonly name: string;
  /** Before every path of the interface. */
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
  /** What one thing alone comes in. */
  readonly one: 'bare' | 'under `data`' | 'under its own name';
  /** What ids of users, wallets, thematics and tokens stand under; a user has a customId beside it where the list is of objects. */
  readonly id: '`_id`' | '`id`' | '`customId`';
  /** How names of two words are written: customId, createdAt, walletCount, nextCursor. */
  readonly names: keyof typeof spellings;
  /** What ids of users and wallets are; those of thematics and tokens are texts. */
  readonly ids: keyof typeof ids;
  /** What totals of users, wallets and positions stand under. */
  readonly total: '`total`' | '`value`';
  /** How a wallet names its user. */
  readonly user: 'the customId' | 'the id of the service' | 'an object';
  /** How a wallet names its thematic. */
  readonly thematic: 'an id' | 'an object';
  readonly token: 'an object' | 'an id';
  readonly price: 'a number' | '`{ usd, updatedAt }`' | '`{ value, currency }`';
  readonly thematics: 'thematics' | 'ids alone' | 'thematics without tokens';
  /** Where a user has his attributes. */
  readonly attributes: 'fields of the user' | 'text under `json`';
  readonly weight: '`weight`' | '`percentage`' | '`allocation`';
  readonly users: 'users' | 'users with wallets' | 'ids alone';
  /** Whose totals are told; what is not is derived. */
  readonly totals: 'of users, wallets and positions' | 'of positions alone' | 'of nothing';
  /** Whether it says when something was made and changed. */
  readonly dates: boolean;
  readonly body: keyof typeof bodies;
  readonly error: keyof typeof errors;
  readonly receipt: keyof typeof receipts;
  readonly update: keyof typeof updates;
  readonly webhook: {
    /** The types it registers; null: any. */
    readonly types: readonly string[] | null;
    readonly message:
      | 'signed as Standard Webhooks'
      | 'unsigned'
      | 'unsigned, with types of its own';
  };
  /** A parameter that its list of users needs. */
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
  paging: 'in one piece',
  historyPaging: 'in one piece',
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
  receipt: 'what there is now',
  update: 'merges attributes',
  webhook: { types: null, message: 'signed as Standard Webhooks' },
  usersQuery: null,
};
