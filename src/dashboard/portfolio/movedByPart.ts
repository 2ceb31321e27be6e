import { sumOf } from '#analytics/weights.ts';
import type { BookContribution } from '#contract/book.ts';
import { parseTime } from '#contract/time.ts';
import type { Moved, Mover } from './moved.ts';

/** The parts of a book's change as drivers. Parts beyond the answer's window are one of them. */
export function movedByPart(
  answer: BookContribution,
  nameOf: (thematicId: string) => string,
): Moved {
  const { from, to, step, first, last, price, amount, change, residual, rows, parts } = answer;
  const movers = rows.map((row): Mover => ({
    id: row.id,
    label: answer.by === 'thematic' ? nameOf(row.id) : row.id,
    ...(row.name !== null && { title: row.name }),
    price: row.price,
    amount: row.amount,
    change: row.change,
    residual: 0,
  }));
  const restOf = (part: 'price' | 'amount' | 'change', total: number | null) =>
    (total ?? 0) - sumOf(rows.map((row) => row[part]));
  const count = parts - rows.length;
  const rest: Mover = {
    id: 'rest',
    label: `${count} more`,
    count,
    price: restOf('price', price),
    amount: restOf('amount', amount),
    // The change of all parts is without the residual.
    change: restOf('change', change === null ? null : change - (residual ?? 0)),
    residual: 0,
  };
  return {
    span: from === null || to === null ? null : { from: parseTime(from), to: parseTime(to) },
    step,
    first: first ?? 0,
    last: last ?? 0,
    movers: count > 0 ? [...movers, rest] : movers,
    sum: {
      change: change ?? 0,
      price: price ?? 0,
      amount: amount ?? 0,
      residual:
        Math.abs(residual ?? 0) < 1e-11 * Math.max(first ?? 0, last ?? 0) ? 0 : (residual ?? 0),
    },
  };
}
