import type { DirectoryPeriod, DirectoryRange, DirectorySort } from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';

/** Who is wanted. */
export interface DirectoryFilter {
  /** Words that all have to match; see `searchWords`. */
  readonly q: string;
  /** Who holds one of these. */
  readonly thematics: readonly string[];
  /** Who holds one of these. */
  readonly tokens: readonly string[];
  /** Of several ranges of one figure, any. */
  readonly ranges: Readonly<Partial<Record<DirectoryRangeName, readonly DirectoryRange[]>>>;
  /** Of each name one of the values. */
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Over what change, flow and return are. */
  readonly period: DirectoryPeriod;
}

export interface DirectoryQuery extends DirectoryFilter {
  readonly sort: DirectorySort;
  readonly offset: number;
  readonly limit: number;
}
