import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Constituent, Thematic } from '#contract/thematic.ts';
import type { TokenWithChange } from '#contract/token.ts';
import { type Sort, sortParam } from '../../shared/url/sortParam.ts';

const constituentColumns = ['token', 'weight', 'price', 'day', 'change', 'contribution'] as const;
export type ConstituentColumn = (typeof constituentColumns)[number];
export type ConstituentSort = Sort<ConstituentColumn>;

/** The heaviest first. */
export const constituentSortParam = sortParam<ConstituentColumn>(constituentColumns, {
  by: 'weight',
  order: 'descending',
});

/** A token of a thematic with what is known of it; null what is not. */
export interface ConstituentRow {
  readonly token: Constituent['token'];
  readonly weight: number;
  readonly day: number | null;
  /** Of its price over the period of the chart. */
  readonly change: number | null;
  /** What it added to the change of the level, in parts of 1. */
  readonly contribution: number | null;
}

interface Known {
  readonly period: HistoryType;
  /** As far as the service offers them and they are there. */
  readonly tokens: readonly TokenWithChange[] | undefined;
  readonly contribution: Contribution | undefined;
}

export function constituentRows(thematic: Thematic, known: Known): ConstituentRow[] {
  const { period, tokens, contribution } = known;
  const changes = new Map(tokens?.map(({ _id, change }) => [_id, change]));
  const parts = new Map(contribution?.tokens.map((part) => [part.token._id, part]));
  return thematic.tokens.map(({ token, weight }) => {
    const part = parts.get(token._id);
    // Over the thematic's own window where that is told: the parts are made from it.
    const change = part === undefined ? changes.get(token._id)?.[period] : part.change;
    return {
      token,
      weight,
      day: changes.get(token._id)?.day ?? null,
      change: change ?? null,
      contribution: part?.contribution ?? null,
    };
  });
}

function valueOf(row: ConstituentRow, column: ConstituentColumn): string | number | null {
  if (column === 'token') return row.token.symbol.toLowerCase();
  if (column === 'price') return row.token.price;
  return row[column];
}

/** The rows in an order; what is not known comes last whichever way, what is alike by symbol. */
export function sortConstituents(
  rows: readonly ConstituentRow[],
  { by, order }: ConstituentSort,
): readonly ConstituentRow[] {
  const sign = order === 'ascending' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const a = valueOf(left, by);
    const b = valueOf(right, by);
    if (a === b) return left.token.symbol < right.token.symbol ? -1 : 1;
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b ? -sign : sign;
  });
}
