import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { textParam } from './searchParam.ts';
import { putParam, useWriteParams } from './writeParams.ts';

/** Marks the navigations that typing makes, so that all others (Back, a link) bring their own text. */
const typing = { typed: true } as const;

/**
 * A text that is typed and stands in the address. The field has it at once, the address a moment later:
 * a field that waited for the router would lose the caret.
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
  const type = useCallback(
    (next: string) => {
      setText(next);
      writeParams((after) => putParam(after, name, next === '' ? null : next), {
        history: 'replace',
        state: typing,
      });
    },
    [name, writeParams],
  );
  return [text, type];
}

function isTyped(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'typed' in state;
}
