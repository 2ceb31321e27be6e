import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from '../../shared/api/capabilities.ts';
import { HttpError } from '../../shared/api/errors.ts';
import { formatClock, formatDate, formatDateTime } from '../../shared/format/time.ts';
import classes from './Freshness.module.css';

const markets = { simulated: 'Simulated market', stored: 'Stored prices' } as const;

/** What the figures are and how old: the market, the time of its prices, and since when nothing answers. */
export function Freshness() {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery(capabilitiesQuery);
  // A service that does not know the call is another Portfolio Service: it does not tell, and is not down.
  if (error !== null && !(error instanceof HttpError && error.status < 500)) {
    const since = formatClock(data === undefined ? errorUpdatedAt : dataUpdatedAt);
    return (
      <output className={clsx(classes.freshness, classes.off)}>
        <i aria-hidden />
        <b>
          <span className={classes.more}>No answer </span>since {since}
        </b>
      </output>
    );
  }
  if (data === undefined) return <output className={classes.freshness} />;
  const { asOf } = data.market;
  const isToday = dataUpdatedAt - parseTime(asOf) < day;
  return (
    <output className={classes.freshness}>
      <i aria-hidden />
      <b className={classes.kind}>{markets[data.market.kind]}</b>
      <span className={classes.full}>as of {formatDateTime(asOf)} UTC</span>
      <span className={classes.short}>
        {isToday ? `${formatClock(asOf)} UTC` : formatDate(asOf)}
      </span>
    </output>
  );
}
