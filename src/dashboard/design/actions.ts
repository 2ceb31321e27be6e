import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { KeyScope } from './keys.ts';

export interface Action {
  readonly name: string;
  readonly also?: string;
  readonly shortcut?: string;
  readonly icon?: Icon;
  readonly run: () => void;
}

const listed: { current: readonly Action[] }[] = [];

export function useActions(actions: readonly Action[], scope: KeyScope = 'page'): void {
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

/** An action of the page replaces a global one of the same name. */
export function listedActions(): readonly Action[] {
  const byName = new Map<string, Action>();
  for (const action of listed.flatMap(({ current }) => current)) {
    if (!byName.has(action.name)) byName.set(action.name, action);
  }
  return [...byName.values()];
}
