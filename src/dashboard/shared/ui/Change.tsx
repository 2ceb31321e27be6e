import { clsx } from 'clsx';
import { directionOf, formatSignedPercent } from '../format/number.ts';
import classes from './Change.module.css';

interface ChangeProps {
  readonly value: number | null | undefined;
  /** How it is written; its sign decides arrow and colour. */
  readonly format?: (value: number | null | undefined) => string;
  /** The full figure, where `format` shortens. */
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** A change: triangle, sign and colour together. */
export function Change({ value, format = formatSignedPercent, title, className }: ChangeProps) {
  const text = format(value);
  return (
    <span className={clsx(classes.change, classes[directionOf(text)], className)} title={title}>
      {text}
    </span>
  );
}
