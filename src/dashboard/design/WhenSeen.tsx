import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { Unknown } from './Unknown.tsx';

/** Reports whether an element is in view, or almost. Its data is requested then and canceled when it leaves. */
export function useInSight(): {
  readonly ref: RefCallback<HTMLElement>;
  readonly isInSight: boolean;
} {
  // Mantine's `useIntersection` renders at each observation, also when the element stays in view.
  const [isInSight, setInSight] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { rootMargin: '72px 0px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setInSight(false);
    };
  }, []);
  return { ref, isInSight };
}

export function WhenSeen({ children }: { readonly children: ReactNode }) {
  const { ref, isInSight } = useInSight();
  // Observes the cell, whose size does not depend on the content.
  const observeCell = useCallback(
    (span: Element | null) => ref(span?.parentElement ?? null),
    [ref],
  );
  return <span ref={observeCell}>{isInSight && children}</span>;
}

interface NotLoadedProps {
  readonly what: string;
  readonly error: Error;
}

export function NotLoaded({ what, error }: NotLoadedProps) {
  return <Unknown why={`${what} could not be loaded: ${error.message}`} />;
}
