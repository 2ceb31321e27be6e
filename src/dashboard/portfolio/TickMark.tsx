import { useState } from 'react';
import { directionOf } from '../preferences/figures.ts';
import classes from './TickMark.module.css';

export function TickMark({
  value,
  children,
}: {
  readonly value: number | null;
  /** Formatted value. A hidden one has no mark. */
  readonly children: string;
}) {
  const [seen, setSeen] = useState<{
    value: number | null;
    changes: number;
    direction?: 'up' | 'down';
  }>({
    value,
    changes: 0,
  });
  if (seen.value !== value) {
    const isKnown = value !== null && seen.value !== null;
    const direction = isKnown && value > (seen.value ?? value) ? 'up' : 'down';
    setSeen({ value, changes: seen.changes + 1, ...(isKnown && { direction }) });
  }
  return (
    // A new key restarts the animation at each change.
    <span
      key={seen.changes}
      className={
        seen.direction === undefined || directionOf(children) === 'unknown'
          ? undefined
          : classes[seen.direction]
      }
    >
      {children}
    </span>
  );
}
