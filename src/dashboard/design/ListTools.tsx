import type { ReactNode } from 'react';
import { useFormat } from '../preferences/format.ts';
import classes from './ListTools.module.css';

export interface ListToolsProps {
  /** Search, filters, order. */
  readonly children: ReactNode;
  /** How many rows are found of how many; null until it is known. */
  readonly found: { readonly count: number; readonly of: number } | null;
}

/** Above the list that a page is about: what narrows it, and what is left of it. In sight below 768 px. */
export function ListTools({ children, found }: ListToolsProps) {
  const format = useFormat();
  return (
    <div className={classes.tools}>
      {children}
      <span className={classes.grow} />
      {found !== null && (
        <output className={classes.found}>
          <b>{format.number(found.count)}</b> of {format.number(found.of)}
        </output>
      )}
    </div>
  );
}
