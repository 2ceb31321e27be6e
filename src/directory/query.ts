import type { DirectoryPeriod, DirectoryRange, DirectorySort } from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';
import type { Selection } from './selections.ts';

export interface DirectoryFilter {
  readonly q: string;
  /** Users by customId; empty: all. */
  readonly ids?: readonly string[];
  readonly selection?: Selection | undefined;
  /** Any of these is held. */
  readonly thematics: readonly string[];
  /** Any of these is held. */
  readonly tokens: readonly string[];
  /** Several ranges of one figure are alternatives. */
  readonly ranges: Readonly<Partial<Record<DirectoryRangeName, readonly DirectoryRange[]>>>;
  /** For each name, the accepted values. */
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly period: DirectoryPeriod;
}

export interface DirectoryPageQuery extends DirectoryFilter {
  readonly sort: DirectorySort;
  readonly offset: number;
  readonly limit: number;
}
