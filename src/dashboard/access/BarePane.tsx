import type { ReactNode } from 'react';
import classes from './BarePane.module.css';

interface BarePaneProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function BarePane({ title, children }: BarePaneProps) {
  return (
    <main className={classes.pane}>
      <title>{`${title} · Portfolio`}</title>
      <svg className={classes.mark} width="28" height="28" viewBox="0 0 20 20" aria-hidden>
        <path d="M2 14.5H8V9.5H13V4.5H18" />
      </svg>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
