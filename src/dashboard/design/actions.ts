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

/** The actions of each piece that is there now: those of the page, the newest first, then those of every page. */
const listed: { current: readonly Action[] }[] = [];

/** What this piece can do, for the command palette, as long as it is there. */
export function useActions(
  actions: readonly Action[],
  scope: 'page' | 'everywhere' = 'page',
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (scope === 'page') listed.unshift(latest);
    else listed.push(latest);
    return () => {
      listed.splice(listed.indexOf(latest), 1);
    };
  }, [scope]);
}

/** Available actions. An action of the page replaces a global one of the same name. */
export function listedActions(): readonly Action[] {
  const byName = new Map<string, Action>();
  for (const action of listed.flatMap(({ current }) => current)) {
    if (!byName.has(action.name)) byName.set(action.name, action);
  }
  return [...byName.values()];
}
