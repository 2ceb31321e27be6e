import { type ReactNode, useRef } from 'react';
import { useInSight } from './inSight.ts';

interface SeenCellProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A cell whose content is there while it is in sight, and asks for its data only then. */
export function SeenCell({ className, children }: SeenCellProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const isInSight = useInSight(cell);
  return (
    <td ref={cell} className={className}>
      {isInSight && children}
    </td>
  );
}
