import { useQuery } from '@tanstack/react-query';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import type { Span } from '../chart/scene.ts';
import { sparkPoints } from '../chart/series.ts';
import { Sparkline } from '../design/Sparkline.tsx';
import { NotLoaded, WhenSeen } from '../design/WhenSeen.tsx';
import { recordsIn } from '../portfolio/moved.ts';
import { historyQuery, type HistorySource } from './historyQueries.ts';

interface HistoryLineProps {
  readonly source: HistorySource;
  readonly period: HistoryType;
  readonly zoom: Span | null;
  readonly what: string;
  readonly label: string;
  readonly width?: number;
}

/** Loads its history once it is in view. */
export function HistoryLine(props: HistoryLineProps) {
  return (
    <WhenSeen>
      <Line {...props} />
    </WhenSeen>
  );
}

function Line({ source, period, zoom, what, label, width = 104 }: HistoryLineProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...historyQuery(source, period),
    // The line changes with each new record; the figures beside it change with every tick.
    meta: { stepMs: stepOf[period] },
  });
  // The head already names the new period.
  if (data === undefined || isPlaceholderData) return error && <NotLoaded {...{ what, error }} />;
  const { begin, end } = recordsIn(data.times, zoom);
  const shown = {
    times: data.times.subarray(begin, end),
    totals: data.totals.subarray(begin, end),
  };
  return <Sparkline values={sparkPoints(shown, width / 2)} {...{ label, width }} />;
}
