import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import type { GroupFigures } from '#contract/directoryGroups.ts';
import type { Column } from '../../design/columns.ts';
import type { Sort } from '../../url/sortParam.ts';
import type { GroupLinks } from './groupLinks.ts';
import type { GroupsAnswer } from './groupQueries.ts';

/** A row of the table: a group, a part of it, the sum of its other parts, or the state of its parts. */
export interface GroupRow {
  readonly key: string;
  readonly by: GroupBy;
  /** Undefined: other groups, or a state. */
  readonly value: string | null | undefined;
  readonly name: string;
  readonly isPart: boolean;
  /** null: a state. */
  readonly figures: GroupFigures | null;
  readonly links: GroupLinks | string;
  /** Undefined: cannot be expanded. */
  readonly isExpanded: boolean | undefined;
  readonly onRetry?: () => void;
}

export type GroupPart =
  | { readonly answer: GroupsAnswer }
  | { readonly state: string; readonly onRetry?: () => void };

export const keyOfGroup = (value: string | null): string => JSON.stringify(value);

/** Sorts rows as the table's head says, unknown figures last. */
export function sortedRows(
  rows: readonly GroupRow[],
  columns: readonly Column<GroupRow>[],
  { by, order }: Sort,
): readonly GroupRow[] {
  const valueOf = columns.find(({ id }) => id === by)?.sort?.value;
  if (valueOf === undefined) return rows;
  const sign = order === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one) ?? null, valueOf(other) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'string' && typeof b === 'string') return sign * a.localeCompare(b, 'en');
    return sign * (Number(a) - Number(b));
  });
}
