import { useIntersection } from '@mantine/hooks';
import { type ReactNode, type RefCallback, useCallback } from 'react';
import { Unknown } from './Unknown.tsx';

/**
 * Whether an element is in sight, or almost: what it shows is requested then, and given up when it has left. What is
 * not displayed never is in sight.
 */
export function useInSight(): {
  readonly ref: RefCallback<HTMLElement>;
  readonly isInSight: boolean;
} {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '72px 0px' });
  return { ref, isInSight: entry?.isIntersecting === true };
}

/** Content of a cell that is there while the cell is in sight, and requests its data only then. */
export function WhenSeen({ children }: { readonly children: ReactNode }) {
  const { ref, isInSight } = useInSight();
  // The cell, as its size does not depend on whether the content is there.
  const place = useCallback((span: Element | null) => ref(span?.parentElement ?? null), [ref]);
  return <span ref={place}>{isInSight && children}</span>;
}

interface NotComeProps {
  /** "The history". */
  readonly what: string;
  readonly error: Error;
}

/** Stands in a row for what did not come; why is its title. */
export function NotCome({ what, error }: NotComeProps) {
  return <Unknown why={`${what} did not come: ${error.message}`} />;
}
