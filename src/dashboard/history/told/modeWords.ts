import { baseIndex } from '#analytics/modes.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import { sinceWords } from '../periodWords.ts';
import type { Scene } from '../scene/scene.ts';
import { figuresOf } from './figures.ts';

/**
 * What the line is drawn in, as the header says it beside the figures of the records: “index 104.32, 100 on 18 May”. Nothing where
 * that is the total itself, or where nothing is drawn.
 */
export function modeWords(
  scene: Scene,
  { columns, period }: { readonly columns: HistoryColumns; readonly period: HistoryType },
  index: number | null,
): string {
  const { mode, lines } = scene;
  const shown = lines[0]?.shown;
  const last = shown?.findLastIndex(Number.isFinite) ?? -1;
  if (mode === 'value' || shown === undefined || last === -1) return '';
  const figure = shown[index ?? last];
  const text = figuresOf(scene).modes[mode].full(figure);
  if (mode === 'drawdown') return `drawdown ${text}`;
  const base = columns.times[baseIndex(columns.totals)] ?? NaN;
  const on = sinceWords(period, base).replace(/^since /, 'on ');
  return mode === 'index' ? `index ${text}, 100 ${on}` : `drawn in per cent, 0 ${on}`;
}
