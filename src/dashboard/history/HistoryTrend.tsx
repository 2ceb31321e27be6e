import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { changeOf } from '#analytics/change.ts';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import { formatSignedPercent } from '../shared/format/number.ts';
import { Change } from '../shared/ui/Change.tsx';
import { Sparkline } from '../shared/ui/Sparkline.tsx';
import table from '../shared/ui/Table.module.css';
import { type HistorySource, historyQuery } from './queries.ts';
import { sparkPoints } from './sparkPoints.ts';
import { uptoNow } from './uptoNow.ts';

interface HistoryTrendProps {
  readonly source: HistorySource;
  readonly name: string;
  readonly period: HistoryType;
  /** What it is worth now. */
  readonly now: number;
  readonly changeClass: string | undefined;
  readonly sparkClass: string | undefined;
  /** A sum row has the change without the line. */
  readonly withoutLine?: boolean;
}

const points = 52;

/** Two cells of a table: how something changed over the period, as a figure and as a line. */
export function HistoryTrend(props: HistoryTrendProps) {
  const { source, name, period, now, changeClass, sparkClass, withoutLine = false } = props;
  const { data: read } = useQuery({
    ...historyQuery(source, period),
    // A record joins it once in a step; between them only its end moves, and that is told by the total.
    refetchInterval: stepOf[period],
  });
  const data = read && { ...read, totals: uptoNow(read.totals, now) };
  const change = data === undefined ? null : changeOf(data.totals);
  const values = data === undefined || withoutLine ? [] : sparkPoints(data, points);
  return (
    <>
      <td className={clsx(table.num, changeClass)}>
        {change?.isNew === true ? 'new' : <Change value={change?.ratio} />}
      </td>
      <td className={sparkClass}>
        <Sparkline
          values={values}
          label={`${name}: ${formatSignedPercent(change?.ratio)} over the period`}
        />
      </td>
    </>
  );
}
