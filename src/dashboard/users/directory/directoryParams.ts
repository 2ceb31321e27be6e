import type { DirectoryColumn, DirectoryPeriod } from '#contract/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import { choiceParam, type SearchParam } from '../../shared/url/searchParam.ts';
import { type Sort, sortParam } from '../../shared/url/sortParam.ts';

/** The columns that sort, by their names in the address, and what the service calls them. */
export const sortColumns = {
  user: 'customId',
  thematics: 'thematics',
  wallets: 'walletCount',
  total: 'total',
  change: 'change',
  percent: 'return',
  created: 'createdAt',
} as const satisfies Readonly<Record<string, DirectoryColumn>>;

export type SortColumn = keyof typeof sortColumns;
export type DirectorySort = Sort<SortColumn>;

const columns: readonly SortColumn[] = [
  'user',
  'thematics',
  'wallets',
  'total',
  'change',
  'percent',
  'created',
];

/** The directory opens with who is big. */
export const directorySortParam = sortParam(columns, { by: 'total', order: 'descending' });

/** Over what change, return and sparkline are. */
export const directoryPeriodParam: SearchParam<DirectoryPeriod> = choiceParam(
  'period',
  directoryPeriods,
  'day',
);

/**
 * `?create=acme` opens the form for a new user with that id suggested. Not a path of its own:
 * `/users/new` is the page of the user whose id is `new`.
 */
export const createParam: SearchParam<string | null> = {
  name: 'create',
  read: (text) => text,
  write: (suggested) => suggested,
};
