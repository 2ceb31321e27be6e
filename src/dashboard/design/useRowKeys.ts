import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeys } from './keys.ts';

interface RowKeys {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly visible: () => { readonly first: number; readonly last: number };
  readonly scrollTo: (index: number) => void;
  /** j and k enter the rows from anywhere on the page. Otherwise keys work only inside the rows. */
  readonly isOfPage: boolean;
}

export const rowKeyTexts = { 'j, k': 'Next row, previous row' };

/** Moves the focus between rows with j, k, the arrows, Home, End and the Page keys. Enter follows the link. */
export function useRowKeys(options: RowKeys): void {
  const { body, count, visible, scrollTo, isOfPage } = options;
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null && focusRow(body.current, wanted.current)) wanted.current = null;
  });
  const move = (step: number, isArrow: boolean): void | false => {
    const here = focusedRow(body.current);
    // Without a focused row the arrows scroll the page as usual.
    if (count === 0 || (here === null && (isArrow || !isOfPage || isInOtherRows()))) return false;
    const next = here === null ? visible().first : Math.min(count - 1, Math.max(0, here + step));
    scrollTo(next);
    if (!focusRow(body.current, next)) wanted.current = next;
  };
  const moveByWindow = (windows: number) => {
    const { first, last } = visible();
    return move(windows * (last - first), true);
  };
  const keys = {
    j: () => move(1, false),
    k: () => move(-1, false),
    ArrowDown: () => move(1, true),
    ArrowUp: () => move(-1, true),
    PageDown: () => moveByWindow(1),
    PageUp: () => moveByWindow(-1),
    Home: () => move(-count, true),
    End: () => move(count, true),
  };
  useKeys(keys, isOfPage ? rowKeyTexts : undefined);
}

function isInOtherRows(): boolean {
  return document.activeElement?.closest('tbody [data-index]') != null;
}

function focusRow(body: HTMLElement | null, index: number): boolean {
  const link = body?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  link?.focus({ preventScroll: true });
  return link !== null;
}

function focusedRow(body: HTMLElement | null): number | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || body?.contains(active) !== true) return null;
  const index = active.dataset['index'];
  return index === undefined ? null : Number(index);
}

/**
 * Follows plain links in a table. The router's `Link` would render again with every change of the address, such as each key of a
 * search.
 */
export function useRowLinks(body: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const rows = body.current;
    const onClick = (event: MouseEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!/^[/?]/.test(href)) return;
      event.preventDefault();
      // A pane that opens beside the rows must not scroll them.
      const isSamePage = href.startsWith('?');
      void navigate(href, { preventScrollReset: isSamePage });
    };
    rows?.addEventListener('click', onClick);
    return () => rows?.removeEventListener('click', onClick);
  }, [body, navigate]);
}
