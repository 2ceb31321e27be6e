import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/** Something the page shown can do, as the command palette lists it: "Export as CSV". */
export interface Action {
  readonly name: string;
  /** Other words it is found by. */
  readonly also?: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly icon?: Icon;
  readonly run: () => void;
}

/** The actions of each piece that is there now, the newest first: the page's own come before those of every page. */
const listed: { current: readonly Action[] }[] = [];

/** What this piece can do, for the command palette, as long as it is there. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    listed.unshift(latest);
    return () => {
      listed.splice(listed.indexOf(latest), 1);
    };
  }, []);
}

/** What can be done now. */
export function listedActions(): readonly Action[] {
  return listed.flatMap(({ current }) => current);
}
