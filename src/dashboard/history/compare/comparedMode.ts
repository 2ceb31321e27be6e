import type { Mode } from '#analytics/modes.ts';

/** Why only two modes can be chosen while histories are compared. */
export const whileComparing: Partial<Record<Mode, string>> = {
  value: 'While comparing, lines are drawn in per cent or as an index: their totals share no scale',
  drawdown: 'While comparing, lines are drawn in per cent or as an index',
};

/** The mode histories are compared in: per cent where it is asked for, otherwise an index. */
export function comparedMode(asked: Mode): 'percent' | 'index' {
  return asked === 'percent' ? 'percent' : 'index';
}
