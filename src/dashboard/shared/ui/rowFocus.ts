import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useKeys } from '../keys.ts';

interface RowFocus {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  /** Where the focus comes in: the first row in sight. */
  readonly first: number;
  /** How many rows are in sight: a page. */
  readonly inSight?: number;
  readonly scrollTo: (index: number) => void;
}

/** j, k, the arrows, Home, End and the Page keys move the focus from row to row; Enter is the link's own. */
export function useRowFocus({ body, count, first, inSight = 10, scrollTo }: RowFocus): void {
  const wanted = useRef<number | null>(null);
  // The wanted row may not be drawn yet: it takes the focus as soon as it is.
  useLayoutEffect(() => {
    if (wanted.current !== null && focusRow(body.current, wanted.current)) wanted.current = null;
  });
  const move = (step: number, isArrow: boolean): void | false => {
    const here = focusedRow(body.current);
    // Without a row in focus the arrows scroll the page, as they do everywhere.
    if (count === 0 || (isArrow && here === null)) return false;
    const next = here === null ? first : Math.min(count - 1, Math.max(0, here + step));
    scrollTo(next);
    if (!focusRow(body.current, next)) wanted.current = next;
  };
  useKeys({
    j: () => move(1, false),
    k: () => move(-1, false),
    ArrowDown: () => move(1, true),
    ArrowUp: () => move(-1, true),
    PageDown: () => move(inSight, true),
    PageUp: () => move(-inSight, true),
    Home: () => move(-count, true),
    End: () => move(count, true),
  });
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
