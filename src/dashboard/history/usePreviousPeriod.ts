import { useEffect, useMemo, useState } from 'react';
import {
  type ChartMode,
  isRelative,
  isRolling,
  previousMark,
  previousName,
} from '../chart/modes.ts';
import type { NamedSeries } from '../chart/scene.ts';
import type { Series } from '../chart/series.ts';
import { lateModule } from '../design/lateModule.ts';
import type { NamedSource } from './historyQueries.ts';
import type { HistoryPeriod } from './historyWindow.ts';
import type { PreviousStretch } from './previousStretch.ts';
import { type HistoryFault, useHistories } from './useHistories.ts';

// Most visitors do not switch it on.
const previousStretch = lateModule(() => import('./previousStretch.ts'));

interface PreviousOptions {
  readonly isOn: boolean;
  /** The period of the shown records. */
  readonly loaded: HistoryPeriod;
  /** All records of the shown history; undefined until they are read. */
  readonly main: Pick<Series, 'times'> | undefined;
  /** The history that the mode draws. */
  readonly source: NamedSource | undefined;
  readonly mode: ChartMode;
  readonly timeZone: string;
}

export interface PreviousPeriod {
  /** Moved onto the shown period; null while off, loading or without records. */
  readonly line: NamedSeries | null;
  readonly isLoading: boolean;
  /** The first known instant, if nothing was known before the shown period; otherwise null. */
  readonly noneBefore: number | null;
  /** The line begins later than its stretch. */
  readonly isPartial: boolean;
  readonly faults: readonly HistoryFault[];
  /** Reason why it is not available; null if it is, undefined for pages without it. */
  readonly whyNot: string | null | undefined;
}

const none: readonly NamedSource[] = [];

/** Reads the stretch before the shown period, while its switch is on. */
export function usePreviousPeriod(options: PreviousOptions): PreviousPeriod {
  const { isOn, loaded, main, source, mode, timeZone } = options;
  const whyNot = source?.source.endingAt === undefined ? undefined : whyNoPrevious(loaded, mode);
  const isNeeded = isOn && whyNot === null;
  const late = previousStretch.useModule();
  useEffect(() => {
    // After a failure, the next interaction loads it.
    if (isNeeded) previousStretch.load().catch(() => {});
  }, [isNeeded]);
  const times = main?.times;
  const stretch = useEqual(
    useMemo(
      () =>
        isNeeded && late !== null && times !== undefined
          ? late.previousStretch(loaded, times, timeZone)
          : null,
      [isNeeded, late, loaded, times, timeZone],
    ),
  );
  const sources = useMemo(() => {
    const past = stretch === null ? undefined : source?.source.endingAt?.(stretch.to);
    if (stretch === null || source === undefined || past === undefined) return none;
    // The id names the records, so that those of another stretch are never drawn at this one.
    const id = [previousMark.name, source.id, stretch.type, stretch.to].join(' ');
    return [{ id, label: previousName, source: past }];
  }, [source, stretch]);
  const wanted = useMemo(
    () => ({ ...loaded, period: stretch?.type ?? loaded.period }),
    [loaded, stretch],
  );
  const { read, faults } = useHistories(sources, wanted);
  const data = read.get(sources[0]?.id ?? '');
  const drawn = useMemo(
    () =>
      late === null || stretch === null || data === undefined || times === undefined
        ? null
        : { source, loaded, ...late.previousLine(stretch, data, times) },
    [late, source, loaded, stretch, data, times],
  );
  // A step later, the next stretch is read: until then, this one is drawn.
  const [last, setLast] = useState(drawn);
  if (drawn !== null && drawn !== last) setLast(drawn);
  const isLast = last !== null && last.source === source && last.loaded === loaded;
  const shown = drawn ?? (isNeeded && isLast && faults.length === 0 ? last : null);
  return {
    line: shown?.line ?? null,
    isLoading:
      isNeeded && shown === null && faults.length === 0 && (late === null || sources.length > 0),
    noneBefore: shown?.noneBefore ?? null,
    isPartial: shown?.isPartial ?? false,
    faults,
    whyNot,
  };
}

function whyNoPrevious({ chosen }: HistoryPeriod, mode: ChartMode): string | null {
  if (chosen === 'all') return 'Nothing is before all of the history';
  if (isRolling(mode) && isRelative(mode))
    return 'A figure against a benchmark has no previous period';
  return null;
}

/** Returns the same object for the same stretch: it moves with each record, but not with each tick. */
function useEqual(stretch: PreviousStretch | null): PreviousStretch | null {
  const { from, to, shift, type } = stretch ?? {};
  return useMemo(
    () =>
      from === undefined || to === undefined || shift === undefined || type === undefined
        ? null
        : { from, to, shift, type },
    [from, to, shift, type],
  );
}
