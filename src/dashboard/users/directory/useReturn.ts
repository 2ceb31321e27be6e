import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { DirectoryAnswer } from './directoryQueries.ts';

interface Place {
  readonly scrolled: number;
  /** Address of the row that had the focus. */
  readonly focused: string | null;
}

const left = new Map<string, Place>();

/**
 * Restores the rows and the focus on Back. Another query begins at its first row. The browser restores neither, since the
 * rows are not loaded when it scrolls.
 */
export function useReturn(
  body: RefObject<HTMLElement | null>,
  { count, query }: Pick<DirectoryAnswer, 'count' | 'query'>,
  { top, scrolled }: { readonly top: number; readonly scrolled: number },
): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const wanted = useRef<Place | null>(null);
  const current = useRef(key);

  useLayoutEffect(() => {
    current.current = key;
    wanted.current = isBack ? (left.get(key) ?? null) : null;
  }, [key, isBack]);

  useLayoutEffect(() => {
    const table = body.current;
    return () => {
      const focused = document.activeElement;
      const isRow = focused instanceof HTMLAnchorElement && table?.contains(focused) === true;
      left.set(current.current, {
        scrolled: window.scrollY,
        focused: isRow ? focused.getAttribute('href') : null,
      });
    };
  }, [body]);

  // The row may render after the page has scrolled to it.
  useEffect(() => {
    const place = wanted.current;
    if (place === null || count === 0) return;
    if (Math.abs(window.scrollY - place.scrolled) > 1) window.scrollTo(0, place.scrolled);
    const row =
      place.focused === null
        ? null
        : body.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(place.focused)}"]`);
    row?.focus({ preventScroll: true });
    if (place.focused === null || row !== null) wanted.current = null;
  });

  // An action of the user cancels the return.
  useEffect(() => {
    const forget = () => {
      wanted.current = null;
    };
    const acts = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
    for (const act of acts) window.addEventListener(act, forget, { passive: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, forget);
    };
  }, []);

  const wantedNow = JSON.stringify(query);
  const wantedBefore = useRef(wantedNow);
  useEffect(() => {
    if (wantedBefore.current === wantedNow) return;
    wantedBefore.current = wantedNow;
    // Below the bar and the table header. A measurement would cause another layout for each key.
    if (!isBack && scrolled > 0) window.scrollTo(0, top - coveredAtTop);
  }, [wantedNow, isBack, top, scrolled]);
}

const coveredAtTop = 76;
