import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '../shared/keys.ts';

/** Heights in px, those of tokens.css: rows; and what covers rows at the top (bar and head) and at the bottom. */
const wide = { row: 36, top: 44 + 32, bottom: 32 } as const;
const narrow = { row: 56, top: 48, bottom: 56 } as const;

interface VirtualRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Indices of the rows to draw. */
  readonly rows: readonly number[];
  /** Heights of what is not drawn, before and after them. */
  readonly before: number;
  readonly after: number;
  /** First and last index in sight. */
  readonly visible: { readonly first: number; readonly last: number };
}

/** Draws only the rows in sight of a table that the window scrolls, and moves the focus along them by keys. */
export function useVirtualRows(count: number): VirtualRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const heights = useMediaQuery('(max-width: 767px)') ? narrow : wide;
  const top = useTopOf(body);
  // oxlint-disable-next-line react/incompatible-library -- the table is drawn anew when the rows in sight change, nothing of it is memoised
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => heights.row,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: heights.top,
    scrollPaddingEnd: heights.bottom,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  const scrolled = (virtualizer.scrollOffset ?? 0) - top;
  const inWindow = virtualizer.scrollRect?.height ?? 0;
  const rowAt = (y: number) => Math.min(count - 1, Math.max(0, Math.floor(y / heights.row)));
  const visible = {
    first: rowAt(scrolled + heights.top + heights.row / 2),
    last: rowAt(scrolled + inWindow - heights.bottom - heights.row / 2),
  };
  useRowFocus({
    body,
    count,
    first: visible.first,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });
  return {
    body,
    rows: items.map((item) => item.index),
    before: first * heights.row,
    after: (count - end) * heights.row,
    visible,
  };
}

/** Where in the document an element begins; looked at again when the page around it grows or shrinks. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const rect = element.current?.getBoundingClientRect();
      if (rect !== undefined) setTop(Math.round(rect.top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

interface RowFocus {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  /** Where the focus comes in: the first row in sight. */
  readonly first: number;
  readonly scrollTo: (index: number) => void;
}

/** j, k and the arrows move the focus from row to row; Enter is the link's own. */
function useRowFocus({ body, count, first, scrollTo }: RowFocus): void {
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
