import type { ReactNode } from 'react';
import { formatCount } from '../format/number.ts';
import classes from './ListTools.module.css';

export interface ListToolsProps {
  /** Search, filters, order. */
  readonly children: ReactNode;
  /** How many rows are found of how many; null until it is known. */
  readonly found: { readonly count: number; readonly of: number } | null;
}

/** Above the list that a page is about: what narrows it, and what is left of it. In sight below 768 px. */
export function ListTools({ children, found }: ListToolsProps) {
  return (
    <div className={classes.tools}>
      {children}
      <span className={classes.grow} />
      {found !== null && (
        <output className={classes.found}>
          <b>{formatCount(found.count)}</b> of {formatCount(found.of)}
        </output>
      )}
    </div>
  );
}
