import type { DirectoryPeriod, OwnDirectoryColumn } from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';
import type { QueryInput } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import type { Format } from '../preferences/format.ts';
import type { Filters } from './filterValues.ts';

export type FilterQuery = Pick<
  QueryInput<typeof getDirectory>,
  | 'ids'
  | 'selection'
  | 'thematic'
  | 'token'
  | DirectoryRangeName
  | 'attribute.*'
  | 'notThematic'
  | 'notToken'
  | 'notAttribute.*'
  | 'lacksAttribute'
>;

/** Names under which the service counts the users shown without a filter. */
export type Criterion =
  | Exclude<keyof FilterQuery, `${string}*`>
  | `attribute.${string}`
  | `notAttribute.${string}`;

export interface ChipOptions {
  readonly format: Format;
  readonly period: DirectoryPeriod;
  readonly nameOf: (thematicId: string) => string;
  /** Number of users in the saved selection; null until it is known. */
  readonly selectionCount: number | null;
}

/** Label of a chip, such as “Total” and “10 M or more”. */
export interface FilterLabel {
  readonly criterion: Criterion;
  readonly label: string;
  readonly value: string;
  readonly cleared: Partial<Filters>;
  readonly column: OwnDirectoryColumn | null;
}

/** A value that excludes no user is not written, sent or shown. */
export interface FilterKind<Value> {
  /** Parameter in the address. One that ends in a dot matches all that begin with it. */
  readonly param: string;
  /** The service's name of the limited figure; null for holdings and attributes. */
  readonly column: OwnDirectoryColumn | null;
  readonly read: (params: URLSearchParams) => Value;
  readonly write: (filters: Filters) => readonly (readonly [param: string, text: string])[];
  /** @param today the beginning of the day (UTC) from which `past week` is counted, epoch milliseconds. */
  readonly query: (filters: Filters, today: number) => FilterQuery;
  readonly labels: (filters: Filters, options: ChipOptions) => readonly FilterLabel[];
}
