import { sumOf } from '#analytics/weights.ts';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import classes from './FlowBars.module.css';
import { type MonthlyFlow, monthText } from './monthlyFlow.ts';

/** Deposits above the line, withdrawals below it. Neither is a gain or a loss. One month has nothing to compare with. */
export function FlowBars({ months }: { readonly months: readonly MonthlyFlow[] }) {
  const format = useFormat();
  const isHidden = usePrivacy() === 'hidden';
  const highest = Math.max(0, ...months.map((month) => month.in));
  const lowest = Math.max(0, ...months.map(({ out }) => out));
  const height = highest + lowest;
  const [first, last] = [months[0], months.at(-1)];
  const isEmpty = height === 0 || first === undefined || last === undefined;
  if (isHidden || isEmpty || first === last) return null;
  const percent = (part: number) => `${(100 * part) / height}%`;
  const deposits = format.totalShort(sumOf(months.map((month) => month.in)));
  const withdrawals = format.totalShort(sumOf(months.map(({ out }) => out)));
  return (
    <figure className={classes.picture}>
      <div
        className={classes.bars}
        role="img"
        aria-label={`${format.count(months.length, 'month')}: deposits ${deposits}, withdrawals ${withdrawals}`}
      >
        {months.map((month) => (
          <span
            key={month.period}
            title={`${monthText(format, month.period)}: in ${format.total(month.in)}, out ${format.total(month.out)}`}
          >
            <i
              className={classes.in}
              style={{ bottom: percent(lowest), height: percent(month.in) }}
            />
            <i
              className={classes.out}
              style={{ top: percent(highest), height: percent(month.out) }}
            />
            <s style={{ top: percent(highest) }} />
          </span>
        ))}
      </div>
      <figcaption className={classes.caption}>
        <span>{monthText(format, first.period)}</span>
        <span>
          <i className={classes.in} /> in <i className={classes.out} /> out
        </span>
        <span>{monthText(format, last.period)}</span>
      </figcaption>
    </figure>
  );
}
