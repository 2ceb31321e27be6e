import { type Cell, csvText } from '#contract/csv.ts';
import {
  type GroupBy,
  type GroupCsvColumn,
  groupCsvKinds,
} from '#contract/directoryGroupParameters.ts';
import type { DirectoryGrouping, GroupFigures } from '#contract/directoryGroups.ts';
import { problem } from '#platform/http/problem.ts';
import { headOf, isLeftOut } from './directoryCsv.ts';
import type { DirectoryFilter } from './query.ts';
import type { DirectoryRequest } from './requests.ts';

/** Groups of the first grouping, or of the second one within a group. */
export interface Grouping {
  readonly by: readonly [first: GroupBy, second?: GroupBy];
  /** The group to divide; null: users without a value; undefined: all users. */
  readonly within?: string | null;
}

/** Groups with the instant of their figures (ISO time). */
export type GroupsOfUsers = DirectoryGrouping & { readonly asOf: string };

/** Reads the groups of users with their figures over the period of the filter. */
export type ReadGroups = (
  query: DirectoryRequest,
  filter: DirectoryFilter,
  grouping: Grouping,
) => Promise<GroupsOfUsers>;

/** Returns the requested grouping; null: none. Throws 400 invalid-query. */
export function groupingOf(query: DirectoryRequest): Grouping | null {
  const { groupBy, within, withinNone, sort, offset, limit, columns, since } = query;
  const [first, second] = groupBy;
  const isWithin = within !== undefined || withinNone !== undefined;
  if (first === undefined) {
    if (isWithin) throw problem('invalid-query', 'within requires groupBy twice.');
    return null;
  }
  if (first === second) {
    throw problem('invalid-query', 'groupBy has the same grouping twice. Omit one of them.');
  }
  const ignored = { sort, offset, limit, columns: orNone(columns), since: orNone(since) };
  const [name] = Object.entries(ignored).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) {
    throw problem(
      'invalid-query',
      `${name} does not go with groupBy, which answers the largest groups. Omit it.`,
    );
  }
  if (!isWithin) return { by: second === undefined ? [first] : [first, second] };
  if (second === undefined) {
    throw problem('invalid-query', 'within requires groupBy twice: the second divides the group.');
  }
  if (within !== undefined && withinNone !== undefined) {
    throw problem('invalid-query', 'within does not go with withinNone. Omit one of them.');
  }
  return { by: [first, second], within: within ?? null };
}

const orNone = (list: readonly unknown[]) => (list.length === 0 ? undefined : list);

interface NamedGroup extends GroupFigures {
  readonly value: Cell;
}

const cellOf: Record<GroupCsvColumn, (row: NamedGroup, asOf: string) => Cell> = {
  value: ({ value }) => value,
  count: ({ count }) => count,
  unknown: ({ unknown }) => unknown,
  total: ({ total }) => total,
  share: ({ share }) => share,
  change: ({ change }) => change,
  flow: ({ flow }) => flow,
  return: (row) => row.return,
  asOf: (_, asOf) => asOf,
};

const isColumn = (it: string): it is GroupCsvColumn => Object.hasOwn(cellOf, it);

/** The groups as CSV, the others in the last row. */
export function groupsCsv(
  { groups, others, asOf }: GroupsOfUsers,
  { figures, unit }: DirectoryRequest,
): string {
  const columns = Object.keys(cellOf)
    .filter(isColumn)
    .filter((column) => !isLeftOut(groupCsvKinds[column], figures));
  // A value of an attribute may contain an amount.
  const shown = (value: string | null): Cell =>
    figures !== undefined && /\p{N}/u.test(value ?? '') ? null : value;
  const rows: NamedGroup[] = groups.map((group) => ({ ...group, value: shown(group.value) }));
  if (others !== null) rows.push({ ...others, value: `${others.groups} other groups` });
  return csvText(
    columns.map((column) => headOf(column, groupCsvKinds[column], unit)),
    rows.map((row) => columns.map((column) => cellOf[column](row, asOf))),
  );
}
