import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Heights in px, those of tokens.css: rows; and what covers rows at the top (bar and head) and at the bottom. */
export interface RowHeights {
  readonly row: number;
  readonly top: number;
  readonly bottom: number;
}

interface VirtualRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Indices of the rows to draw. */
  readonly rows: readonly number[];
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
  readonly wide: RowHeights;
  /** Below 768 px. */
  readonly narrow: RowHeights;
  /** So few rows are all drawn, so that the browser finds and prints them. */
  readonly few?: number;
}

/** Draws only the rows in sight of a table that the window scrolls. */
export function useVirtualRows(count: number, options: VirtualRowsOptions): VirtualRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const isNarrow = useMediaQuery('(max-width: 767px)');
  const heights = isNarrow ? options.narrow : options.wide;
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

  const isFew = count <= (options.few ?? 0);
  const items = isFew
    ? Array.from({ length: count }, (_, index) => index)
    : virtualizer.getVirtualItems().map(({ index }) => index);
  const first = items[0] ?? 0;
  const end = (items.at(-1) ?? -1) + 1;
  const scrolled = (virtualizer.scrollOffset ?? 0) - top;
  const inWindow = virtualizer.scrollRect?.height ?? 0;
  const rowAt = (y: number) => Math.min(count - 1, Math.max(0, Math.floor(y / heights.row)));
  const visible = {
    first: rowAt(scrolled + heights.top + heights.row / 2),
    last: rowAt(scrolled + inWindow - heights.bottom - heights.row / 2),
  };
  return {
    body,
    rows: items,
    before: first * heights.row,
    after: (count - end) * heights.row,
    visible,
    top,
    scrolled,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
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
