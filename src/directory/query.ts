import type { DirectoryPeriod, DirectoryRange, DirectorySort } from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';
import type { Selection } from './selections.ts';

export interface AttributeValues {
  readonly name: string;
  readonly values: readonly string[];
}

export interface ExcludedUsers {
  /** Holders of any of these. */
  readonly thematics: readonly string[];
  readonly tokens: readonly string[];
  readonly attributes: readonly AttributeValues[];
  /** Names of attributes, with any value. */
  readonly attributeNames: readonly string[];
}

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
  readonly attributes: readonly AttributeValues[];
  /** Users who match any of these are left out. */
  readonly excluded?: ExcludedUsers;
  readonly period: DirectoryPeriod;
}

/** Matches all users. */
export const everyone: DirectoryFilter = {
  q: '',
  thematics: [],
  tokens: [],
  ranges: {},
  attributes: [],
  period: 'day',
};

export interface DirectoryPageQuery extends DirectoryFilter {
  readonly sort: DirectorySort;
  readonly offset: number;
  readonly limit: number;
}
