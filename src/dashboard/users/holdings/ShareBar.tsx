import { usePrivacy } from '../../shared/preferences.ts';
import classes from './ShareBar.module.css';

interface ShareBarProps {
  /** Of the longest bar, 0..1. */
  readonly part: number;
  readonly colour: string;
}

/** A share as a bar of 4 px on a track. The figure stands beside it; where that is hidden, so is the bar. */
export function ShareBar({ part, colour }: ShareBarProps) {
  const isShown = usePrivacy() !== 'hidden' && Number.isFinite(part);
  const width = `${isShown ? Math.max(0, Math.min(1, part)) * 100 : 0}%`;
  return (
    <i className={classes.bar} aria-hidden>
      <i style={{ width, background: colour }} />
    </i>
  );
}
