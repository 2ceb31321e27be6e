import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface VirtualRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly drawn: readonly number[];
  /** Heights in px of the rows that are not rendered. */
  readonly before: number;
  readonly after: number;
  readonly visible: () => { readonly first: number; readonly last: number };
  /** Position of the first row in the document, and its distance above the window's top, in px. */
  readonly top: number;
  readonly scrolled: number;
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsOptions {
  readonly narrowRow?: number;
  readonly isInPane?: boolean;
  /** Height in px of sticky content at the bottom of the window. */
  readonly bottom?: number;
  /** Renders up to this many rows at once, so that the browser can search and print them. */
  readonly drawsAllUpTo?: number;
}

export const narrowScreen = '(max-width: 767px)';

/** Row heights in px: one line, and two below 768 px. Must match `tokens.css`. */
export const rowHeights = { wide: 36, narrow: 56 } as const;
export const stickyHeights = { bar: 44, head: 32, narrowBar: 48, tabs: 56 } as const;

/** Longer tables scroll as if they had this many rows: browsers limit elements to 17 to 33 million px. */
export const maxSlots = 400_000;

/** Renders only the visible rows of a table that the window scrolls. A short table does not render when it scrolls. */
export function useVirtualRows(count: number, options: VirtualRowsOptions = {}): VirtualRows {
  const {
    narrowRow = rowHeights.narrow,
    isInPane = false,
    bottom = 0,
    drawsAllUpTo = 200,
  } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const isShort = count <= drawsAllUpTo;
  const isNarrow = useMediaQuery(narrowScreen, undefined, initialMedia);
  const { bar, head, narrowBar, tabs } = stickyHeights;
  const heights = isNarrow
    ? { row: narrowRow, top: narrowBar, bottom: tabs }
    : { row: rowHeights.wide, top: isInPane ? bar : bar + head, bottom };
  const { row } = heights;
  const top = useTopOf(body, !isShort);
  const slots = Math.min(count, maxSlots);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to a memoized component
  const virtualizer = useWindowVirtualizer({
    count: slots,
    estimateSize: () => row,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: heights.top,
    scrollPaddingEnd: heights.bottom,
    useFlushSync: false,
    enabled: !isShort,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const measured = useRef(row);
  useLayoutEffect(() => {
    if (measured.current === row) return;
    measured.current = row;
    virtualizer.measure();
  }, [virtualizer, row]);

  // Before `scrollRect` is read: this call sets it.
  const items = virtualizer.getVirtualItems().map(({ index }) => index);
  const scrolled = (virtualizer.scrollOffset ?? 0) - top;
  const inWindow = virtualizer.scrollRect?.height ?? 0;
  const slotAt = (y: number) => Math.min(slots - 1, Math.max(0, Math.floor(y / row)));
  const first = (virtualizer.scrollOffset ?? 0) > 0 ? slotAt(scrolled + heights.top + row / 2) : 0;
  const last = slotAt(scrolled + inWindow - heights.bottom - row / 2);
  const inSight = last - first + 1;
  // `scale` is the number of rows per slot. It is 1 unless the list exceeds `maxSlots`.
  const scale = slots === count ? 1 : (count - inSight) / Math.max(1, slots - inSight);
  const shift = Math.round(first * scale) - first;

  if (isShort) {
    return {
      body,
      drawn: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      visible: () => {
        const y = -topOf(body.current);
        const bottomRow = y + window.innerHeight - heights.bottom - row / 2;
        return {
          first: window.scrollY > 0 ? slotAt(y + heights.top + row / 2) : 0,
          last: slotAt(bottomRow),
        };
      },
      top,
      scrolled,
      scrollTo: (index) => {
        const y = topOf(body.current) + index * row;
        const room = window.innerHeight - heights.bottom;
        if (y < heights.top) window.scrollBy(0, y - heights.top);
        else if (y + row > room) window.scrollBy(0, y + row - room);
      },
    };
  }
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
    visible: () => ({ first: first + shift, last: Math.min(count - 1, last + shift) }),
    top,
    scrolled,
    scrollTo,
  };
}

const initialMedia = { getInitialValueInEffect: false } as const;

const topOf = (element: HTMLElement | null) => element?.getBoundingClientRect().top ?? 0;

/** Measured again when the page around the element changes its size. */
function useTopOf(element: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.current !== null) setTop(Math.round(topOf(element.current) + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, isNeeded]);
  return top;
}
