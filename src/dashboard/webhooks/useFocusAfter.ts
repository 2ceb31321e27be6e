import { useEffect } from 'react';

/** Where what had the focus goes with its component, the first element that matches takes it. */
export function useFocusAfter(selector: string): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(selector)?.focus();
    },
    [selector],
  );
}
