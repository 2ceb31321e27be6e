import type { Endpoint } from '#contract/endpoint.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './EndpointList.module.css';

const step = 3;
const bar = 2;
const height = 24;
/** However few they are, they are seen. */
const minSize = 1.5;

/** Attempts of the past day, half hour by half hour; what failed stands on what was delivered. */
export function ActivityBars({ activity }: { readonly activity: Endpoint['activity'] }) {
  const format = useFormat();
  const highest = Math.max(1, ...activity.map(({ delivered, failed }) => delivered + failed));
  const delivered = activity.reduce((sum, one) => sum + one.delivered, 0);
  const failed = activity.reduce((sum, one) => sum + one.failed, 0);
  const width = activity.length * step;
  return (
    <svg
      className={classes.activity}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Past day: ${format.number(delivered)} delivered, ${format.number(failed)} failed attempts`}
    >
      {activity.map((one, index) => {
        const sizeOf = (count: number) =>
          count === 0 ? 0 : Math.max(minSize, (count / highest) * (height - 2));
        const good = sizeOf(one.delivered);
        const bad = Math.min(sizeOf(one.failed), height - good);
        const x = index * step;
        return (
          <g key={one.at}>
            {good > 0 && <rect x={x} y={height - good} width={bar} height={good} />}
            {bad > 0 && (
              <rect
                className={classes.failed}
                x={x}
                y={height - good - bad}
                width={bar}
                height={bad}
              />
            )}
          </g>
        );
      })}
      <path d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
