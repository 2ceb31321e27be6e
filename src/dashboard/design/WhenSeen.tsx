import { type ReactNode, useRef } from 'react';
import { useInSight } from './inSight.ts';

/** Content of a cell that is there while the cell is in sight, and requests its data only then. */
export function WhenSeen({ children }: { readonly children: ReactNode }) {
  // The cell, as its size does not depend on whether the content is there.
  const cell = useRef<Element>(null);
  const isInSight = useInSight(cell);
  return (
    <span
      ref={(place) => {
        cell.current = place?.parentElement ?? null;
      }}
    >
      {isInSight && children}
    </span>
  );
}
