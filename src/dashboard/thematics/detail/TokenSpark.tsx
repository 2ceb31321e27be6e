import { useQuery } from '@tanstack/react-query';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { sparkPoints } from '../../history/sparkPoints.ts';
import { call } from '../../shared/api/client.ts';
import { formatMarketChange } from '../../shared/format/number.ts';
import { NotCome } from '../../shared/ui/NotCome.tsx';
import { SeenCell } from '../../shared/ui/SeenCell.tsx';
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
  return (
    <SeenCell className={classes.spark}>
      <Line {...props} />
    </SeenCell>
  );
}

function Line({ token, change, period }: TokenSparkProps) {
  const { data, error } = useQuery({
    queryKey: ['tokens', token._id, 'history', period],
    queryFn: async ({ signal }) => {
      const params = { id: token._id, historyType: period };
      const records = await call(getPriceHistory, { params }, signal);
      return {
        times: Float64Array.from(records, ({ date }) => parseTime(date)),
        totals: Float64Array.from(records, ({ price }) => price),
      };
    },
    structuralSharing: false,
    // The line moves when a record joins it; the figures beside it move with every tick.
    refetchInterval: stepOf[period],
  });
  if (data === undefined) return error && <NotCome what="The prices" error={error} />;
  return (
    <Sparkline
      values={sparkPoints(data, points)}
      label={`${token.symbol}: ${formatMarketChange(change)} over the period`}
      width={80}
    />
  );
}
