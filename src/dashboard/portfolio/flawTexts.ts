import type { Flaw, FlawedFigure, FlawKind } from '#contract/quality.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';

const texts: Record<FlawKind, (flaw: Flaw, format: Format) => string> = {
  'no-price': () => 'No price',
  'no-records': () => 'No readable records',
  difference: ({ value }, format) => `Positions differ from totals by ${format.total(value)}`,
  'old-price': ({ value, at }, format) =>
    `Price ${formatDuration((value ?? 0) * 1000)} old, of ${format.date(at)}`,
  'missing-steps': ({ value, at }, format) =>
    `${format.count(value ?? 0, 'missing step')}, the first after ${format.date(at)}`,
  'coarse-prices': ({ value }) => `Coarse: a price every ${formatDuration((value ?? 0) * 1000)}`,
};

/** Returns “Price 279 days old, of 11 Sep 2025”. */
export function flawText(flaw: Flaw, format: Format): string {
  return texts[flaw.kind](flaw, format);
}

/** Names of figures that depend on a flawed series. */
export const flawedFigureNames: Record<FlawedFigure, string> = {
  total: 'totals',
  change: 'changes in value',
  return: 'returns',
  weight: 'weights',
  drift: 'drift',
  exposure: 'exposure',
  contribution: 'contributions',
  risk: 'risk figures',
};
