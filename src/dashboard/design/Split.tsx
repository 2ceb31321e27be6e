import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './Split.module.css';

interface SplitProps {
  readonly children: ReactNode;
  readonly side: ReactNode;
  readonly width?: 'narrow' | 'wide';
}

export function Split({ children, side, width = 'narrow' }: SplitProps) {
  return (
    <div className={clsx(classes.split, classes[width])}>
      <div className={classes.part}>{children}</div>
      <div className={classes.part}>{side}</div>
    </div>
  );
}
