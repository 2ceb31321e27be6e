import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import classes from './Pane.module.css';

interface PaneProps {
  readonly title: ReactNode;
  /** Stands beside the title, quiet: a count, a period, a unit. */
  readonly sub?: ReactNode;
  /** Stands at the right of the head. */
  readonly actions?: ReactNode;
  /** `flush` for what has its own gutter (tables, charts); `padded` for text. */
  readonly body?: 'flush' | 'padded';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One part of a page, named by its head. Panes are cut apart by hairlines, never boxed. */
export function Pane({ title, sub, actions, body = 'flush', className, children }: PaneProps) {
  const id = useId();
  return (
    <section className={clsx(classes.pane, className)} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {sub !== undefined && <span className={classes.sub}>{sub}</span>}
        <span className={classes.grow} />
        {actions}
      </header>
      <div className={classes[body]}>{children}</div>
    </section>
  );
}
