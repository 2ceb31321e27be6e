import { useEffect } from 'react';

/** When the focused element is removed with its component, focuses the first match. */
export function useFocusAfter(selector: string): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(selector)?.focus();
    },
    [selector],
  );
}
