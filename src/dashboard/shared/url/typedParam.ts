import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { textParam } from './searchParam.ts';

/** Marks the navigations that typing makes, so that all others (Back, a link) bring their own text. */
const typing = { typed: true } as const;

/**
 * A text that is typed and stands in the address. The field has it at once, the address a moment later:
 * a field that waited for the router would lose the caret.
 */
export function useTypedParam(name: string): readonly [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const inAddress = textParam(name).read(params.get(name));
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(location.key);
  if (seen !== location.key) {
    setSeen(location.key);
    if (!isTyped(location.state)) setText(inAddress);
  }
  const type = useCallback(
    (next: string) => {
      setText(next);
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === '') after.delete(name);
          else after.set(name, next);
          return after;
        },
        { replace: true, preventScrollReset: true, state: typing },
      );
    },
    [name, setParams],
  );
  return [text, type];
}

function isTyped(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'typed' in state;
}
