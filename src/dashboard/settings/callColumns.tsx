import type { ReactNode } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getRawAnswer } from '#contract/operations/upstream.ts';
import type { UpstreamCall } from '#contract/upstreamState.ts';
import type { Column } from '../design/columns.ts';
import { JsonLink } from '../design/JsonLink.tsx';
import type { Format } from '../preferences/format.ts';
import classes from './calls.module.css';

export function callColumns(format: Format, hasFaults: boolean): readonly Column<UpstreamCall>[] {
  const fault: Column<UpstreamCall> = {
    id: 'fault',
    header: 'Last error',
    isSoft: true,
    cell: ({ lastFault }) =>
      lastFault === null ? null : `${format.clock(lastFault.at)} ${lastFault.detail}`,
    title: ({ lastFault }) => lastFault?.detail,
    from: 960,
  };
  return [
    // Shows all of the longest call, if there is room.
    callColumn(({ label }) => label, hasFaults ? 360 : 480),
    {
      id: 'shapes',
      header: 'Formats',
      isSoft: true,
      cell: ({ shapes }) => <Shapes {...{ shapes }} />,
      title: ({ shapes }) => shapes.map(({ shape }) => shape).join(', ') || undefined,
      skeleton: 120,
      narrow: 'left',
    },
    ...(hasFaults ? [fault] : []),
    callFigure(format, 'Requests', ({ requests }) => requests, { from: 560 }),
    callFigure(format, 'Failed', ({ failures }) => failures, { narrow: 'right', after: ' failed' }),
    callFigure(format, 'Median', ({ p50Ms }) => p50Ms, { from: 720, unit: 'ms' }),
    callFigure(format, 'p95', ({ p95Ms }) => p95Ms, { narrow: 'value', unit: 'ms', after: ' ms' }),
  ];
}

/** Long calls differ at their ends, so the start is cut. */
export function callColumn<Row>(of: (row: Row) => string, width: number): Column<Row> {
  return {
    id: 'call',
    header: 'Call',
    cell: (row) => <bdi>{of(row)}</bdi>,
    title: of,
    skeleton: 160,
    width,
    narrow: 'head',
    className: classes.cutAtStart,
  };
}

interface FigureOptions extends Pick<Column<unknown>, 'from' | 'narrow' | 'unit'> {
  readonly before?: string;
  readonly after?: string;
}

export function callFigure<Row>(
  format: Format,
  header: string,
  of: (row: Row) => number | null,
  { before, after, ...more }: FigureOptions,
): Column<Row> {
  const cell = (row: Row): ReactNode => {
    const value = of(row);
    const text = format.number(value);
    if (value === null) return text;
    return (
      <>
        <span className={classes.narrow}>{before}</span>
        {text}
        <span className={classes.narrow}>{after}</span>
      </>
    );
  };
  return { id: header, header, kind: 'figure', cell, skeleton: 32, width: 104, ...more };
}

function Shapes({ shapes }: Pick<UpstreamCall, 'shapes'>) {
  const byExample = [...Map.groupBy(shapes, ({ example }) => example)];
  return (
    <span className={classes.shapes}>
      <span>{shapes.map(({ shape }) => shape).join(', ')}</span>
      {byExample.map(([example, its]) => (
        <JsonLink
          key={example}
          title={`the original answer to ${example}: ${its.map(({ shape }) => shape).join(', ')}`}
          path={pathOf(getRawAnswer, { query: { path: example } })}
          variant="line"
        />
      ))}
    </span>
  );
}
