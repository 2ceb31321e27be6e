import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { putParam, textParam, useWriteParams } from './searchParam.ts';

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
  const inAddress = textParam(name).read(params.get(name));
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(location.key);
  if (seen !== location.key) {
    setSeen(location.key);
    if (!isTyped(location.state)) setText(inAddress);
  }
  const writeParams = useWriteParams();
  const write = useDebouncedCallback(
    (next: string) =>
      writeParams((after) => putParam(after, name, next === '' ? null : next), {
        history: 'replace',
        state: typing,
      }),
    writeDelayMs,
  );
  // Whoever opens a row or presses a button leaves the field first.
  useWindowEvent('focusout', () => write.flush());
  // What Back or a link brought is not written over.
  useEffect(() => {
    if (!isTyped(location.state)) write.cancel();
  }, [write, location]);
  const type = useCallback(
    (next: string) => {
      setText(next);
      write(next);
    },
    [write],
  );
  return [text, type];
}

function isTyped(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'typed' in state;
}
