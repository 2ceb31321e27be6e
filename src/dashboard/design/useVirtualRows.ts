import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface VirtualRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Indices of the rows to draw. */
  readonly drawn: readonly number[];
  /** Heights of what is not drawn, before and after them. */
  readonly before: number;
  readonly after: number;
  /** First and last index in sight. */
  readonly visible: { readonly first: number; readonly last: number };
  /** Where in the document the first row begins, and how far it is scrolled above the window's top: px. */
  readonly top: number;
  readonly scrolled: number;
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsOptions {
  /** Height of a row below 768 px. */
  readonly narrowRow?: number;
  /** In a pane: the head of the table does not stick. */
  readonly isInPane?: boolean;
  /** Height of what sticks at the bottom of the window. */
  readonly bottom?: number;
  /** So few rows are all drawn, so that the browser finds and prints them. */
  readonly drawsAllUpTo?: number;
}

/** In one line, and below 768 px in two; as `tokens.css` has them, like those of what sticks. */
export const rowHeights = { wide: 36, narrow: 56 } as const;
export const stickyHeights = { bar: 44, head: 32, narrowBar: 48, tabs: 56 } as const;

/** A longer table is scrolled as if it had so many rows: browsers end elements at 17 to 33 million px. */
export const maxSlots = 400_000;

/** Draws only the rows in sight of a table that the window scrolls. */
export function useVirtualRows(count: number, options: VirtualRowsOptions = {}): VirtualRows {
  const {
    narrowRow = rowHeights.narrow,
    isInPane = false,
    bottom = 0,
    drawsAllUpTo = 200,
  } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const isNarrow = useMediaQuery('(max-width: 767px)');
  const { bar, head, narrowBar, tabs } = stickyHeights;
  // What covers rows at the top (bar and head) and at the bottom.
  const heights = isNarrow
    ? { row: narrowRow, top: narrowBar, bottom: tabs }
    : { row: rowHeights.wide, top: isInPane ? bar : bar + head, bottom };
  const { row } = heights;
  const top = useTopOf(body);
  const slots = Math.min(count, maxSlots);
  // oxlint-disable-next-line react/incompatible-library -- the table is drawn anew when the rows in sight change, nothing of it is memoised
  const virtualizer = useWindowVirtualizer({
    count: slots,
    estimateSize: () => row,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: heights.top,
    scrollPaddingEnd: heights.bottom,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, row]);

  const scrolled = (virtualizer.scrollOffset ?? 0) - top;
  const inWindow = virtualizer.scrollRect?.height ?? 0;
  const slotAt = (y: number) => Math.min(slots - 1, Math.max(0, Math.floor(y / row)));
  // On a page that is not scrolled nothing is covered.
  const first = (virtualizer.scrollOffset ?? 0) > 0 ? slotAt(scrolled + heights.top + row / 2) : 0;
  const last = slotAt(scrolled + inWindow - heights.bottom - row / 2);
  const inSight = last - first + 1;
  // How many rows one slot stands for, and which row is in the first slot in sight: 1 and 0 where there is a slot a row.
  const scale = slots === count ? 1 : (count - inSight) / Math.max(1, slots - inSight);
  const shift = Math.round(first * scale) - first;

  const items =
    count <= drawsAllUpTo
      ? Array.from({ length: count }, (_, index) => index)
      : virtualizer.getVirtualItems().map(({ index }) => index);
  const firstSlot = items[0] ?? 0;
  const endSlot = (items.at(-1) ?? -1) + 1;
  const scrollTo = (index: number) => {
    if (slots === count) return virtualizer.scrollToIndex(index);
    const here = { first: first + shift, last: last + shift };
    if (index >= here.first && index <= here.last) return;
    const slot =
      index < here.first
        ? Math.floor(index / scale)
        : Math.ceil(Math.max(0, index - inSight + 2) / scale);
    virtualizer.scrollToIndex(Math.min(slots - 1, slot), { align: 'start' });
  };
  return {
    body,
    drawn: items.map((slot) => slot + shift).filter((index) => index >= 0 && index < count),
    before: firstSlot * row,
    after: (slots - endSlot) * row,
    visible: { first: first + shift, last: Math.min(count - 1, last + shift) },
    top,
    scrolled,
    scrollTo,
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
