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

/** Marks the navigations that typing makes, so that all others (Back, a link) bring their own text. */
const typing = { typed: true } as const;

/** The address follows what is typed this long after the last key, and before anything else is done. */
const writeDelayMs = 150;

/**
 * A text that is typed and stands in the address. The field has it at once, the address a moment later: a field that
 * waited for the router would lose the caret, and all that reads the address would be drawn with each key.
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
    // The router is elsewhere before React has drawn it, on a slow machine for longer than the delay.
    if (isElsewhere(router.state, location.key)) return;
    writeParams((after) => putParam(after, name, next === '' ? null : next), {
      history: 'replace',
      state: typing,
    });
  }, writeDelayMs);
  // Whoever opens a row or presses a button leaves the field first.
  useWindowEvent('focusout', () => write.flush());
  // What Back or a link brought is not written over.
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

/** The mark stays in the history: Back to where something was typed is no typing. */
function isOfTyping(action: `${NavigationType}`, state: unknown): boolean {
  return action === 'REPLACE' && typeof state === 'object' && state !== null && 'typed' in state;
}

/** Whether the router has left the location that is drawn, or is about to, other than by typing. */
function isElsewhere(state: DataRouter['state'], drawnKey: string): boolean {
  const { location, historyAction, navigation } = state;
  if (navigation.state !== 'idle') return true;
  return location.key !== drawnKey && !isOfTyping(historyAction, location.state);
}
