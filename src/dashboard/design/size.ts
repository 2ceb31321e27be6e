import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an element in px, updated as it changes; null until it is mounted. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    let last: Size | null = null;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      if (width === 0 || height === 0) return;
      if (last?.width === width && last.height === height) return;
      last = { width, height };
      setSize(last);
    };
    // Rendered together with what the size needs, such as a chunk that still loads.
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    // Printing lays out the page at once, without notifying observers.
    const paper = window.matchMedia('print');
    const onPaper = () => flushSync(measure);
    paper.addEventListener('change', onPaper);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', onPaper);
    };
  }, [element]);
  return size;
}
