import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import {
  type DataRouter,
  type NavigationType,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
import { putParam, textParam, useDataRouter, useWriteParams } from './searchParam.ts';

/** Marks navigations by typing. All others (Back, a link) replace the typed text. */
const typing = { typed: true } as const;

/** Delay after the last key. Any other action writes the address at once. */
const writeDelayMs = 150;

/**
 * Text in a field and in the address. The field has it at once, the address later: waiting for the router would lose the caret,
 * and each key would render all readers of the address.
 */
export function useTypedParam(name: string): readonly [string, (text: string) => void] {
  const [params] = useSearchParams();
  const location = useLocation();
  const isTyped = isOfTyping(useNavigationType(), location.state);
  const router = useDataRouter();
  const inAddress = textParam(name).read(params.get(name));
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(location.key);
  if (seen !== location.key) {
    setSeen(location.key);
    if (!isTyped) setText(inAddress);
  }
  const writeParams = useWriteParams();
  const write = useDebouncedCallback((next: string) => {
    // The router is ahead of React, on a slow machine by more than the delay.
    if (isElsewhere(router.state, location.key)) return;
    writeParams((after) => putParam(after, name, next === '' ? null : next), {
      history: 'replace',
      state: typing,
    });
  }, writeDelayMs);
  // Opening a row or pressing a button leaves the field first.
  useWindowEvent('focusout', () => write.flush());
  // Text from Back or a link must not be overwritten.
  const broughtKey = isTyped ? null : location.key;
  useEffect(() => {
    if (broughtKey !== null) write.cancel();
  }, [write, broughtKey]);
  const type = useCallback(
    (next: string) => {
      setText(next);
      write(next);
    },
    [write],
  );
  return [text, type];
}

/** The browser's history keeps the mark, but Back does not count as typing. */
function isOfTyping(action: `${NavigationType}`, state: unknown): boolean {
  return action === 'REPLACE' && typeof state === 'object' && state !== null && 'typed' in state;
}

/** The router has left the rendered location, or is about to, other than by typing. */
function isElsewhere(state: DataRouter['state'], drawnKey: string): boolean {
  const { location, historyAction, navigation } = state;
  if (navigation.state !== 'idle') return true;
  return location.key !== drawnKey && !isOfTyping(historyAction, location.state);
}
