import { day, hour, minute, stepOf } from './historyType.ts';

/** Steps of a time between two instants, by its length at most. */
const stepsByLength: readonly (readonly [length: number, step: number])[] = [
  [day, 5 * minute],
  [7 * day, hour],
  [31 * day, 4 * hour],
];

/** Returns the milliseconds between two records of a time between two instants, by its length in milliseconds. */
export function stepOfLength(length: number): number {
  const [, step] = stepsByLength.find(([limit]) => length <= limit) ?? [day, stepOf.all];
  return step;
}
