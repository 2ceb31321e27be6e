import type { Endpoint } from '#contract/endpoint.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './EndpointList.module.css';

const step = 3;
const bar = 2;
const height = 24;
/** Minimum size of a bar, so that few attempts are visible. */
const minSize = 1.5;

/** Past day by half hours, with failed attempts above delivered ones. */
export function ActivityBars({ activity }: { readonly activity: Endpoint['activity'] }) {
  const format = useFormat();
  const highest = Math.max(1, ...activity.map(({ delivered, failed }) => delivered + failed));
  const delivered = activity.reduce((sum, one) => sum + one.delivered, 0);
  const failed = activity.reduce((sum, one) => sum + one.failed, 0);
  const sizeOf = (count: number) =>
    count === 0 ? 0 : Math.max(minSize, (count / highest) * (height - 2));
  const bars = activity.map((one, index) => {
    const good = sizeOf(one.delivered);
    return { x: index * step + bar / 2, good, bad: Math.min(sizeOf(one.failed), height - good) };
  });
  const width = activity.length * step;
  return (
    <svg
      className={classes.activity}
      width={width}
      height={height}
      role="img"
      aria-label={`Past day: ${format.number(delivered)} delivered, ${format.number(failed)} failed attempts`}
    >
      <g strokeWidth={bar}>
        <path d={bars.map(({ x, good }) => `M${x} ${height}v${-good}`).join('')} />
        <path
          className={classes.failed}
          d={bars.map(({ x, good, bad }) => `M${x} ${height - good}v${-bad}`).join('')}
        />
      </g>
      <path className={classes.base} d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
