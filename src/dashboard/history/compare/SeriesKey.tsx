import { clsx } from 'clsx';
import classes from './SeriesKey.module.css';
import type { SeriesLook } from './looks.ts';

/** Colour and dash of a line, as a short piece of it. */
export function SeriesKey({
  look,
  className,
}: {
  readonly look: SeriesLook;
  readonly className?: string | undefined;
}) {
  return (
    <svg className={clsx(classes.key, className)} viewBox="0 0 14 8" aria-hidden>
      <path d="M0 4H14" stroke={look.colour} strokeDasharray={look.dash} strokeWidth={2} />
    </svg>
  );
}
