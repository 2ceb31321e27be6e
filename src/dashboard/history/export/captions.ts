import type { Mode } from '#analytics/modes.ts';
import { formatDateTime, formatZone } from '../../shared/format/time.ts';
import type { SeriesLook } from '../compare/looks.ts';
import { periodNames } from '../periodWords.ts';
import { type Exported, nameOf } from './exported.ts';

/** What stands around an exported picture, so that it says by itself what it shows. */
export interface Captions {
  readonly title: string;
  /** Period and window: "Month: 18 May 2026, 16:00 to 17 Jun 2026, 14:23 UTC". */
  readonly window: string;
  readonly asOf: string;
  /** Unit and scale of the figures: "USD, log scale". */
  readonly unit: string;
  /** What each line is, where there are several. */
  readonly keys: readonly { readonly name: string; readonly look: SeriesLook }[];
}

export function captionsOf(exported: Exported): Captions {
  const { scene, title, unit, period, asOf } = exported;
  const scale = [modeUnit(scene.mode, unit), scene.isLog ? 'log scale' : ''];
  return {
    title,
    window: `${periodNames[period]}: ${formatDateTime(scene.from)} to ${formatDateTime(scene.to)} ${formatZone(scene.to)}`,
    asOf: `As of ${formatDateTime(asOf)} ${formatZone(asOf)}`,
    unit: scale.filter((words) => words !== '').join(', '),
    keys:
      scene.lines.length > 1
        ? scene.lines.map((line) => ({ name: nameOf(exported, line), look: line.look }))
        : [],
  };
}

function modeUnit(mode: Mode, unit: string | null): string {
  if (mode === 'value') return unit ?? '';
  return { percent: 'Change in %', index: 'Index, 100 at the start', drawdown: 'Drawdown in %' }[
    mode
  ];
}
