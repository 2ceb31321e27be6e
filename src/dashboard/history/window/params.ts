import { formatTime, parseTime } from '#contract/time.ts';
import { choiceParam, type SearchParam } from '../../shared/url/searchParam.ts';

/** `?mode=`: how the line is told; the value where the address says nothing. */
export const modeParam = choiceParam('mode', ['value', 'percent', 'index', 'drawdown'], 'value');

/** `?log=1`: a scale on which equal ratios are equally far apart. */
export const logParam: SearchParam<boolean> = {
  name: 'log',
  read: (text) => text === '1',
  write: (isLog) => (isLog ? '1' : null),
};

/** A stretch of time, both ends included, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `?from=ISO&to=ISO`: the ends of what is zoomed into. */
export const zoomNames = { from: 'from', to: 'to' } as const;

/** `?measure=ISO..ISO`: the two instants that are measured between. */
export const measureParam: SearchParam<Span | null> = {
  name: 'measure',
  read: (text) => {
    const [from, to] = text?.split('..') ?? [];
    return spanOf(from, to);
  },
  write: (span) => span && `${formatTime(span.from)}..${formatTime(span.to)}`,
};

/** The stretch between two ISO times, the earlier first; null where either is no time, or both are the same. */
export function spanOf(
  from: string | null | undefined,
  to: string | null | undefined,
): Span | null {
  const [a, b] = [parseTime(from ?? ''), parseTime(to ?? '')];
  if (Number.isNaN(a) || Number.isNaN(b) || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}
