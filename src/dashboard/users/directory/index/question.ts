import type { Sort } from '../../../shared/url/sortParam.ts';
import type { FigureColumn } from './figures.ts';

export const directoryColumns = [
  'user',
  'thematics',
  'wallets',
  'total',
  'change',
  'percent',
  'created',
] as const satisfies readonly (FigureColumn | 'user')[];
export type DirectoryColumn = (typeof directoryColumns)[number];
export type DirectorySort = Sort<DirectoryColumn>;

/** The directory opens with who is big. */
export const initialDirectorySort: DirectorySort = { by: 'total', order: 'descending' };

/** From and to, both included; null: without an end. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

export const directions = ['up', 'down', 'level', 'either'] as const;

/** How the total moved over the past day; `least`: by so many per cent at least. */
export interface Move {
  readonly direction: (typeof directions)[number];
  readonly least: number | null;
}

/** What of the directory is to be shown. Each that is set leaves users out; null and an empty list leave out nobody. */
export interface Criteria {
  readonly text: string;
  /** Ids; who holds one of them is shown. */
  readonly thematics: readonly string[];
  readonly total: Range | null;
  readonly moved: Move | null;
  /** Epoch milliseconds. */
  readonly created: Range | null;
}
export type Criterion = keyof Criteria;

export const everybody: Criteria = {
  text: '',
  thematics: [],
  total: null,
  moved: null,
  created: null,
};

/** Who is to be shown, in which order. */
export interface Question {
  readonly criteria: Criteria;
  readonly sort: DirectorySort;
}
