import type { Attempt, AttemptTiming } from '#contract/delivery.ts';
import { useFormat } from '../../preferences/format.ts';
import block from './DeliveryPane.module.css';
import classes from './TimingBars.module.css';

/** So long an attempt may take, in seconds: looking up and connecting, then the answer. */
const limit = 'limit 5 s to connect, 15 s to answer';

/** Where the time of an attempt went, part by part. */
export function TimingBars({ attempt }: { readonly attempt: Attempt }) {
  const format = useFormat();
  const { timing, number, address } = attempt;
  const parts = partsOf(timing);
  const longest = Math.max(...parts.map(({ took }) => took));
  const scale = Math.max(timing.total, 0.1);
  return (
    <div className={block.block}>
      <h3>
        Timing{' '}
        <span>
          attempt {number}
          {address !== null && `, to ${address}`}; {limit}
        </span>
      </h3>
      <dl className={classes.bars}>
        {parts.map(({ name, from, took }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.track} aria-hidden>
              <svg width="100%" height="8" preserveAspectRatio="none">
                <rect
                  className={took === longest ? classes.longest : undefined}
                  x={`${(from / scale) * 100}%`}
                  width={`${Math.max(0.5, (took / scale) * 100)}%`}
                  height="8"
                />
              </svg>
            </dd>
            <dd>{format.milliseconds(took)}</dd>
          </div>
        ))}
        <div className={classes.sum}>
          <dt>Total</dt>
          <dd className={classes.track} />
          <dd>{format.milliseconds(timing.total)}</dd>
        </div>
      </dl>
    </div>
  );
}

interface Part {
  readonly name: string;
  readonly from: number;
  readonly took: number;
}

/** The ends of the parts as lengths of each; what an attempt did not come to is left out, a connection that was kept is none. */
export function partsOf({ dns, connect, tls, firstByte, total }: AttemptTiming): Part[] {
  const ends = [
    ['DNS', dns],
    ['Connect', connect],
    ['TLS', tls],
    ['First byte', firstByte],
  ] as const;
  const parts: Part[] = [];
  let from = 0;
  for (const [name, end] of ends) {
    if (end === null) continue;
    parts.push({ name, from, took: Math.max(0, end - from) });
    from = Math.max(from, end);
  }
  parts.push({
    name: firstByte === null ? 'Waited' : 'Read',
    from,
    took: Math.max(0, total - from),
  });
  return parts;
}
