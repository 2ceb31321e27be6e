import { clsx } from 'clsx';
import { usePrivacy } from '../shared/preferences.ts';
import classes from './WeightBars.module.css';

interface WeightBarProps {
  readonly weight: number | null;
  readonly target: number | null;
  /** The largest weight or target of the table takes the whole width. */
  readonly widest: number;
}

/** A weight as a bar, its target as a tick. The figures stand beside it; where the weight is hidden, so is its bar. */
export function WeightBar({ weight, target, widest }: WeightBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const width = (part: number) => `${(widest > 0 ? part / widest : 0) * 100}%`;
  return (
    <span className={classes.weight} aria-hidden>
      {weight !== null && !isHidden && <i style={{ width: width(weight) }} />}
      {target !== null && <u style={{ left: width(target) }} />}
    </span>
  );
}

interface DriftBarProps {
  readonly drift: number | null;
  /** Within it a drift is of no concern; shaded. */
  readonly tolerance: number;
  /** The largest drift of the table reaches the edge. */
  readonly farthest: number;
}

/** A drift from the middle, to the left below target, to the right above it; none where it is hidden. */
export function DriftBar({ drift, tolerance, farthest }: DriftBarProps) {
  const isHidden = usePrivacy() === 'hidden';
  const percent = (part: number) => (part / farthest) * 50;
  const size = percent(Math.abs(drift ?? 0));
  const left = drift !== null && drift < 0 ? 50 - size : 50;
  const isOut = Math.abs(drift ?? 0) > tolerance;
  return (
    <span className={classes.drift} aria-hidden>
      <b style={{ left: `${50 - percent(tolerance)}%`, width: `${2 * percent(tolerance)}%` }} />
      <u />
      {drift !== null && !isHidden && (
        <i className={clsx(isOut && classes.out)} style={{ left: `${left}%`, width: `${size}%` }} />
      )}
    </span>
  );
}
