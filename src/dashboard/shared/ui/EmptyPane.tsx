import type { ReactNode } from 'react';
import classes from './EmptyPane.module.css';

interface EmptyPaneProps {
  /** What was asked and is not there: “No user matches “aqme””. */
  readonly title: ReactNode;
  /** Why nothing is there. */
  readonly children?: ReactNode;
  /** The one next step. */
  readonly actions?: ReactNode;
}

/** Nothing to show: what was asked, why nothing is there, the one next step. */
export function EmptyPane({ title, children, actions }: EmptyPaneProps) {
  return (
    <div className={classes.void}>
      <p className={classes.title}>
        <span>{title}</span>
      </p>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
