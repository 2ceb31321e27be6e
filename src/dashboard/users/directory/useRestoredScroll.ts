import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { DirectoryAnswer } from './directoryQueries.ts';

interface ScrollState {
  readonly scrolled: number;
  /** Address of the row that had the focus. */
  readonly focused: string | null;
}

const scrollStates = new Map<string, ScrollState>();

/**
 * Restores the rows and the focus on Back. Another query begins at its first row. The browser restores neither, since the
 * rows are not loaded when it scrolls.
 */
export function useRestoredScroll(
  body: RefObject<HTMLElement | null>,
  { count, query }: Pick<DirectoryAnswer, 'count' | 'query'>,
  { top, scrolled }: { readonly top: number; readonly scrolled: number },
): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const pending = useRef<ScrollState | null>(null);
  const current = useRef(key);

  useLayoutEffect(() => {
    current.current = key;
    pending.current = isBack ? (scrollStates.get(key) ?? null) : null;
  }, [key, isBack]);

  useLayoutEffect(() => {
    const table = body.current;
    return () => {
      const focused = document.activeElement;
      const isRow = focused instanceof HTMLAnchorElement && table?.contains(focused) === true;
      scrollStates.set(current.current, {
        scrolled: window.scrollY,
        focused: isRow ? focused.getAttribute('href') : null,
      });
    };
  }, [body]);

  // The row may render after the page has scrolled to it.
  useEffect(() => {
    const state = pending.current;
    if (state === null || count === 0) return;
    if (Math.abs(window.scrollY - state.scrolled) > 1) window.scrollTo(0, state.scrolled);
    const row =
      state.focused === null
        ? null
        : body.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(state.focused)}"]`);
    row?.focus({ preventScroll: true });
    if (state.focused === null || row !== null) pending.current = null;
  });

  // A user action cancels the restoration.
  useEffect(() => {
    const cancel = () => {
      pending.current = null;
    };
    const events = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, cancel, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, cancel);
    };
  }, []);

  const queryText = JSON.stringify(query);
  const previousQuery = useRef(queryText);
  useEffect(() => {
    if (previousQuery.current === queryText) return;
    previousQuery.current = queryText;
    // Below the bar and the table header. A measurement would cause another layout for each key.
    if (!isBack && scrolled > 0) window.scrollTo(0, top - stickyHeight);
  }, [queryText, isBack, top, scrolled]);
}

const stickyHeight = 76;
