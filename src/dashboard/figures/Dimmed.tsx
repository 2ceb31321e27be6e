import type { ReactNode } from 'react';
import classes from './Dimmed.module.css';

/** Figures of the last window, while those of another one load. */
export function Dimmed({
  isOld,
  children,
}: {
  readonly isOld: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.part} data-old={isOld} aria-busy={isOld}>
      {children}
    </div>
  );
}
