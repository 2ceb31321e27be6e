import { type ChartMode, modeTraits } from '../chart/modes.ts';
import { type NamedSeries, peersStyle, type Span, visibleOf } from '../chart/scene.ts';
import { seriesOf } from '../chart/series.ts';
import type { RecordColumns } from './indexColumns.ts';

/** Values divided by that at the start of the period, by instant (epoch ms). */
export interface PeerBand {
  readonly times: Float64Array;
  readonly lower: Float64Array;
  readonly median: Float64Array;
  readonly upper: Float64Array;
}

const edgeStyle = { ...peersStyle, width: 0.75 };

/**
 * Returns the lines of peers in a mode. In money they start at the user's own value. A drawdown of quartiles would mean nothing.
 * @param main the user's values.
 */
export function peerLines(
  peers: PeerBand | null,
  mode: ChartMode,
  main: RecordColumns | undefined,
  span: Span,
): NamedSeries[] {
  const { isInUnit, isComparable } = modeTraits[mode];
  if (peers === null || main === undefined || !(isInUnit || isComparable)) return [];
  const start = isInUnit ? (visibleOf(main, span).totals.find(Number.isFinite) ?? Number.NaN) : 1;
  if (!(start > 0)) return [];
  // The band begins where the history does, even if its first record is a moment later.
  const times = peers.times.map((at) => Math.max(at, span.from));
  const line = (aside: 'line' | 'lower' | 'upper', label: string, values: Float64Array) => ({
    id: `peers ${aside}`,
    label,
    aside,
    style: aside === 'line' ? peersStyle : edgeStyle,
    series: seriesOf(
      times,
      values.map((value) => value * start),
    ),
  });
  return [
    line('line', 'Peers, median', peers.median),
    line('lower', 'Peers, lower quartile', peers.lower),
    line('upper', 'Peers, upper quartile', peers.upper),
  ];
}
