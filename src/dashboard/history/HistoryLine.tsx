import { useQuery } from '@tanstack/react-query';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import type { Span } from '../chart/scene.ts';
import { sparkPoints } from '../chart/series.ts';
import { Sparkline } from '../design/Sparkline.tsx';
import { NotCome, WhenSeen } from '../design/WhenSeen.tsx';
import { recordsIn } from '../portfolio/moved.ts';
import { historyQuery, type HistorySource } from './historyQueries.ts';

interface HistoryLineProps {
  readonly source: HistorySource;
  readonly period: HistoryType;
  /** The part of the period that is drawn; null: all of it. */
  readonly zoom: Span | null;
  /** What did not come where it fails: "The prices". */
  readonly what: string;
  readonly label: string;
  readonly width?: number;
}

/** A history as a line in a cell, read once it is in sight. */
export function HistoryLine(props: HistoryLineProps) {
  return (
    <WhenSeen>
      <Line {...props} />
    </WhenSeen>
  );
}

function Line({ source, period, zoom, what, label, width = 104 }: HistoryLineProps) {
  const { data, error } = useQuery({
    ...historyQuery(source, period),
    // The line moves when a record joins it; the figures beside it move with every tick.
    meta: { stepMs: stepOf[period] },
  });
  if (data === undefined) return error && <NotCome {...{ what, error }} />;
  const { begin, end } = recordsIn(data.times, zoom);
  const shown = {
    times: data.times.subarray(begin, end),
    totals: data.totals.subarray(begin, end),
  };
  return <Sparkline values={sparkPoints(shown, width / 2)} {...{ label, width }} />;
}
