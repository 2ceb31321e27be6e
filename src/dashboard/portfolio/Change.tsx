import { VisuallyHidden } from '@mantine/core';
import { type Direction, directionOf } from '../preferences/figures.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './Change.module.css';

interface ChangeProps {
  readonly value: number | null | undefined;
  /** Formats the figure. The sign of `value` decides arrow and color. */
  readonly format?: (value: number | null | undefined) => string;
  readonly direction?: Direction;
  readonly note?: string | null;
}

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

export const changeFigure = <Row,>(
  of: (row: Row) => number | null | undefined,
  text: (value: number) => string,
) => ({ of, text, beside: triangleWidth });

const triangleWidth = 13;
