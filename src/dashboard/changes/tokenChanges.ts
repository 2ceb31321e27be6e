import { roundedParts, sumOfHundredths } from '#analytics/rounding.ts';
import type { Span } from '../chart/scene.ts';
import { movedByToken, recordsIn } from '../portfolio/moved.ts';
import type { PositionColumns } from '../portfolio/userQueries.ts';

/** In the order of the table: what came, what went, then the rest. */
export const changeKinds = ['came', 'went', 'between', 'changed', 'same'] as const;
export type ChangeKind = (typeof changeKinds)[number];

interface ThenAndNow<T> {
  readonly from: T;
  readonly to: T;
}

/** Parts of a change in value: to − from = byPrice + byFlow + residual. */
export interface ChangeParts extends ThenAndNow<number> {
  readonly change: number;
  readonly byPrice: number;
  readonly byFlow: number;
  readonly residual: number;
}

export interface TokenChange {
  readonly token: PositionColumns['tokens'][number]['token'];
  readonly kind: ChangeKind;
  readonly amount: ThenAndNow<number>;
  /** null before the first price. */
  readonly price: ThenAndNow<number | null>;
  readonly value: ChangeParts;
  /** The value in hundredths, so that rows and columns add up as printed. */
  readonly printed: ChangeParts;
}

export interface TokenChanges {
  /** First and last record between the two dates. */
  readonly span: Span;
  readonly step: number | null;
  readonly rows: readonly TokenChange[];
  readonly sum: ChangeParts;
  readonly counts: Readonly<Record<ChangeKind, number>>;
}

/**
 * Compares the holdings at the first and the last record between two dates, by the same price effects and flows as the drivers of
 * the page. Tokens that were never held between them have no row.
 * @returns null without records.
 */
export function tokenChanges(columns: PositionColumns, zoom: Span | null): TokenChanges | null {
  const moved = movedByToken(columns, zoom);
  if (moved.span === null) return null;
  const { begin, end } = recordsIn(columns.times, zoom);
  const last = end - 1;
  const all = columns.tokens.flatMap(({ token, amount, price, total }, index) => {
    const mover = moved.movers[index];
    const held = { from: amount[begin] ?? 0, to: amount[last] ?? 0 };
    const wasHeld = amount.slice(begin, end).some((one) => one !== 0);
    if (mover === undefined || !wasHeld) return [];
    const row = {
      token,
      kind: kindOf(held, amount.slice(begin, end)),
      amount: held,
      price: { from: price[begin] ?? null, to: price[last] ?? null },
      value: {
        from: total[begin] ?? 0,
        to: total[last] ?? 0,
        change: mover.change,
        byPrice: mover.price,
        byFlow: mover.amount,
        residual: mover.residual,
      },
    };
    return [row];
  });
  const { first, last: latest, sum } = moved;
  const printed = printedParts(
    all.map(({ value }) => value),
    { from: first, to: latest, byFlow: sum.amount, residual: sum.residual },
  );
  const rows = all.map((row, index) => ({ ...row, printed: printed.rows[index] ?? row.value }));
  return {
    span: moved.span,
    step: moved.step,
    rows: rows.toSorted((a, b) => Math.abs(b.value.change) - Math.abs(a.value.change)),
    sum: printed.sum,
    counts: countsOf(rows),
  };
}

/** @param between all values from the first to the last. */
export function kindOf(
  { from, to }: ThenAndNow<number>,
  between: readonly number[] = [to],
): ChangeKind {
  if (from === 0) return to === 0 ? 'between' : 'came';
  if (to === 0) return 'went';
  return between.every((one) => one === from) ? 'same' : 'changed';
}

/** Counts rows by kind. */
export function countsOf(
  rows: readonly { readonly kind: ChangeKind }[],
): Readonly<Record<ChangeKind, number>> {
  const counts = { came: 0, went: 0, between: 0, changed: 0, same: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

/** Rounds values, flows and residuals. The price effect takes the rounding errors. */
function printedParts(
  parts: readonly ChangeParts[],
  sum: Pick<ChangeParts, 'from' | 'to' | 'byFlow' | 'residual'>,
): { readonly rows: readonly ChangeParts[]; readonly sum: ChangeParts } {
  const from = rounded(sum.from);
  const byFlow = rounded(sum.byFlow);
  const residual = rounded(sum.residual);
  const byPrice = sumOfHundredths([rounded(sum.to), -from, -byFlow, -residual]);
  const whole = { from, byPrice, byFlow, residual };
  const column = (part: keyof typeof whole) =>
    roundedParts(
      parts.map((one) => one[part]),
      whole[part],
    );
  const columns = {
    from: column('from'),
    byPrice: column('byPrice'),
    byFlow: column('byFlow'),
    residual: column('residual'),
  };
  const rows = parts.map((_, i) =>
    completed({
      from: columns.from[i] ?? 0,
      byPrice: columns.byPrice[i] ?? 0,
      byFlow: columns.byFlow[i] ?? 0,
      residual: columns.residual[i] ?? 0,
    }),
  );
  return { rows, sum: completed(whole) };
}

const rounded = (value: number): number => roundedParts([value])[0] ?? value;

function completed(parts: Omit<ChangeParts, 'to' | 'change'>): ChangeParts {
  const change = sumOfHundredths([parts.byPrice, parts.byFlow, parts.residual]);
  return { ...parts, change, to: sumOfHundredths([parts.from, change]) };
}
