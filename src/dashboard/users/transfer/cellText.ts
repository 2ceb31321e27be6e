import type { Cell } from '#contract/csv.ts';

/** An attribute in a cell: texts and numbers as they are, everything else as JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
