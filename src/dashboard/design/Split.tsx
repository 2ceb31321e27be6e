import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './Split.module.css';

interface SplitProps {
  readonly children: ReactNode;
  /** Stands at the right, and below where there is no room. */
  readonly side: ReactNode;
  /** `wide` has 448 px instead of 384. */
  readonly width?: 'narrow' | 'wide';
}

/** Two parts of a page side by side, cut apart by a hairline. */
export function Split({ children, side, width = 'narrow' }: SplitProps) {
  return (
    <div className={clsx(classes.split, classes[width])}>
      <div className={classes.part}>{children}</div>
      <div className={classes.part}>{side}</div>
    </div>
  );
}
