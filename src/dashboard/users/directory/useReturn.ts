import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { DirectoryAnswer } from './directoryQueries.ts';

interface Place {
  readonly scrolled: number;
  /** Address of the row that had the focus. */
  readonly focused: string | null;
}

/** Where each visit of the directory was left, by the key of its place in the history. */
const left = new Map<string, Place>();

/**
 * Coming Back shows the rows that were left, with the focus on the one that was opened; another query begins at its
 * first row. The browser's own way does neither: the rows are not there yet when it scrolls.
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

  // The row may be drawn some moments after the page has scrolled to it.
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

  // Whoever acts meanwhile does not want to be led back.
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
    // Under the bar and the head of the table. Nothing is measured: that would lay out the page once more for each key.
    if (!isBack && scrolled > 0) window.scrollTo(0, top - coveredAtTop);
  }, [wantedNow, isBack, top, scrolled]);
}

const coveredAtTop = 76;
