import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { priceHistory } from '#contract/history.ts';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import { paths } from '#contract/paths.ts';
import { parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { sparkPoints } from '../../history/sparkPoints.ts';
import { get } from '../../shared/api/client.ts';
import { formatMarketChange, unknownFigure } from '../../shared/format/number.ts';
import { useInSight } from '../../shared/ui/inSight.ts';
import { Sparkline } from '../../shared/ui/Sparkline.tsx';
import classes from './ConstituentsTable.module.css';

interface TokenSparkProps {
  readonly token: Token;
  readonly change: number | null;
  readonly period: HistoryType;
}

const points = 40;

/** A cell with the line of a token's price; only one in sight asks for it. */
export function TokenSpark(props: TokenSparkProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const isInSight = useInSight(cell);
  return (
    <td ref={cell} className={classes.spark}>
      {isInSight && <Line {...props} />}
    </td>
  );
}

function Line({ token, change, period }: TokenSparkProps) {
  const { data, error } = useQuery({
    queryKey: ['tokens', token._id, 'history', period],
    queryFn: async ({ signal }) => {
      const records = await get(paths.tokenHistory(token._id, period), priceHistory, signal);
      return {
        times: Float64Array.from(records, ({ date }) => parseTime(date)),
        totals: Float64Array.from(records, ({ price }) => price),
      };
    },
    structuralSharing: false,
    // The line moves when a record joins it; the figures beside it move with every tick.
    refetchInterval: stepOf[period],
  });
  if (data === undefined) {
    const title = `The prices did not come: ${error?.message ?? ''}`;
    return error === null ? null : <span title={title}>{unknownFigure}</span>;
  }
  return (
    <Sparkline
      values={sparkPoints(data, points)}
      label={`${token.symbol}: ${formatMarketChange(change)} over the period`}
      width={80}
    />
  );
}
