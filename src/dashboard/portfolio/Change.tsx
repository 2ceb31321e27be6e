import { VisuallyHidden } from '@mantine/core';
import { type Direction, directionOf } from '../preferences/figures.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './Change.module.css';

interface ChangeProps {
  readonly value: number | null | undefined;
  /** How it is written; its sign decides arrow and colour. */
  readonly format?: (value: number | null | undefined) => string;
  /** Where the text has no sign of its own: counts of those who went up or down. */
  readonly direction?: Direction;
  /** Note beside the figure: “backfilled before 1 Nov 2026”. */
  readonly note?: string | null;
}

/** A change: triangle, sign and colour together. */
export function Change(props: ChangeProps) {
  const { percentChange } = useFormat();
  const { value, format = percentChange, note } = props;
  const text = format(value);
  const direction = props.direction ?? directionOf(text);
  return (
    <span
      className={classes.change}
      data-direction={direction}
      title={value == null ? undefined : (note ?? undefined)}
    >
      {note == null || value == null ? (
        text
      ) : (
        <>
          <span className={classes.noted}>{text}</span>
          <VisuallyHidden>, {note}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

/** What a column of changes writes: it has room for the triangle too. */
export const changeFigure = <Row,>(
  of: (row: Row) => number | null | undefined,
  text: (value: number) => string,
) => ({ of, text, beside: triangleWidth });

const triangleWidth = 13;
