import type {
  bodies,
  envelopes,
  errors,
  flaws,
  ids,
  numbers,
  pagings,
  receipts,
  records,
  spellings,
  times,
  updates,
} from './writing.ts';

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

const plain: Dialect = {
  name: 'plain',
  prefix: '',
  time: 'ISO 8601 in UTC',
  number: 'numbers',
  record: '`{ date, total }`',
  history: 'bare',
  flaws: [],
  list: 'bare',
  paging: 'in one piece',
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

const ownTypes = ['portfolio.changed', 'user.changed'];

/** By what is most its own; everything a dialect does is in the table of src/README.md. */
export const dialects: readonly Dialect[] = [
  plain,
  {
    ...plain,
    name: 'no zone',
    prefix: '/api/v2',
    time: 'ISO 8601 without a zone',
    record: '`{ at, value }`',
    history: 'under `data`',
    list: 'under `data`',
    one: 'under `data`',
    id: '`id`',
    error: '`message`',
    receipt: 'nothing (204)',
    webhook: { types: ['*'], message: 'unsigned' },
  },
  {
    ...plain,
    name: 'blank',
    time: 'a blank for the `T`',
    number: '`1234.56`',
    history: 'under `result`',
    list: 'under `result`',
    total: '`value`',
    error: '`error`',
    receipt: 'nothing (200)',
    attributes: 'text under `json`',
    weight: '`percentage`',
    update: 'replaces attributes',
  },
  {
    ...plain,
    name: 'seconds',
    weight: '`allocation`',
    time: 'epoch seconds',
    price: '`{ usd, updatedAt }`',
    record: '`{ time, v }`',
    list: 'under `results`',
    paging: '`next`: an address',
    error: '`error: { message }`',
    receipt: '`{ ok: true }`',
    webhook: { types: ownTypes, message: 'unsigned, with types of its own' },
  },
  {
    ...plain,
    name: 'milliseconds',
    time: 'epoch milliseconds',
    record: '`{ timestamp, price }`',
    history: 'under `items`',
    list: 'under `items`',
    paging: '`nextCursor`',
    ids: 'whole numbers',
    user: 'the id of the service',
    error: '`detail`',
  },
  {
    ...plain,
    name: 'text',
    time: 'epoch seconds as text',
    number: '`1.23456e3`',
    record: '`{ t, amount }`',
    history: 'under `records`',
    list: 'under `items`',
    paging: '`next`: a path',
    error: '`title`',
    receipt: 'a word',
  },
  {
    ...plain,
    name: 'pairs',
    time: 'epoch milliseconds',
    record: 'pairs `[time, total]`',
    paging: '`Link: rel="next"`',
    thematics: 'thematics without tokens',
    error: 'text',
  },
  {
    ...plain,
    name: 'columns',
    time: 'epoch seconds',
    record: 'columns `{ date: [], total: [] }`',
    list: 'under `items`',
    paging: '`next`: a cursor',
  },
  {
    ...plain,
    name: 'columns in data',
    time: 'epoch milliseconds as text',
    number: '`1234.56`',
    record: 'columns `{ time: [], values: [] }`',
    history: 'under `data`',
    error: 'the status line alone',
  },
  {
    ...plain,
    name: 'keyed',
    history: 'an object keyed by type',
    time: 'epoch milliseconds',
    record: 'pairs `[time, total]`',
    users: 'users with wallets',
  },
  {
    ...plain,
    name: 'keyed columns',
    history: 'an object keyed by type',
    record: 'columns `{ timestamp: [], equity: [] }`',
    list: 'under its own name',
    one: 'under its own name',
    id: '`id`',
  },
  {
    ...plain,
    name: 'English',
    number: '`1,234.56`',
    price: '`{ value, currency }`',
    record: '`{ createdAt, total }`',
    history: 'under its own name',
    list: 'under its own name',
  },
  { ...plain, name: 'German', number: '`1.234,56`', history: 'under `histories`' },
  {
    ...plain,
    name: 'French',
    number: '`1 234,56`',
    time: 'ISO 8601 with an offset',
    history: 'a list of `{ type, records }`',
  },
  {
    ...plain,
    name: 'Swiss',
    number: "`1'234.56`",
    record: 'totals by time `{ [time]: total }`',
    names: '`custom_id`',
  },
  { ...plain, name: 'gaps', flaws: ['gaps (`null`)'], dates: false },
  {
    ...plain,
    name: 'disorder',
    flaws: ['records in the future, left out', 'out of order', 'an instant twice, the last counts'],
    update: 'replaces attributes',
  },
  {
    ...plain,
    name: 'in pieces',
    body: 'JSON in many pieces',
    flaws: ['newest first'],
    usersQuery: { name: 'caller', value: 'desk 7&8' },
  },
  { ...plain, name: 'web page', body: 'JSON as a web page', totals: 'of positions alone' },
  {
    ...plain,
    name: 'ids alone',
    body: 'JSON as plain text',
    id: '`customId`',
    token: 'an id',
    thematics: 'ids alone',
    users: 'ids alone',
    totals: 'of positions alone',
  },
  {
    ...plain,
    name: 'objects',
    user: 'an object',
    thematic: 'an object',
    totals: 'of nothing',
    webhook: { types: null, message: 'unsigned' },
  },
];

/** The one of a name. */
export function dialectOf(name: string): Dialect {
  const dialect = dialects.find((one) => one.name === name);
  if (dialect === undefined) throw new Error(`There is no dialect ${name}.`);
  return dialect;
}
