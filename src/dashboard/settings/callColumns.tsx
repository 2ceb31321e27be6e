import { Fragment } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getRawAnswer } from '#contract/operations/upstream.ts';
import type { UpstreamCall } from '#contract/upstreamState.ts';
import type { Column } from '../design/columns.ts';
import { JsonLink } from '../design/JsonLink.tsx';
import type { Format } from '../preferences/format.ts';

/** A call a row: how it did, and what was recognised in its answers. */
export function callColumns(format: Format): readonly Column<UpstreamCall>[] {
  return [
    {
      id: 'call',
      header: 'Call',
      cell: ({ label }) => label,
      title: ({ label }) => label,
      skeleton: 160,
      width: 360,
      narrow: 'head',
    },
    {
      id: 'shapes',
      header: 'Recognised',
      isSoft: true,
      cell: ({ shapes }) => <Shapes {...{ shapes }} />,
      title: ({ shapes }) => shapes.map(({ shape }) => shape).join(', ') || undefined,
      skeleton: 120,
      narrow: 'left',
    },
    {
      id: 'fault',
      header: 'Last fault',
      isSoft: true,
      cell: ({ lastFault }) =>
        lastFault === null ? null : `${format.clock(lastFault.at)} ${lastFault.detail}`,
      title: ({ lastFault }) => lastFault?.detail,
      from: 960,
    },
    figure('Requests', ({ requests }) => requests, { from: 560 }),
    figure('Failed', ({ failures }) => failures, { narrow: 'right' }),
    figure('Median', ({ p50Ms }) => p50Ms, { from: 720, unit: 'ms' }),
    figure('p95', ({ p95Ms }) => p95Ms, { narrow: 'value', unit: 'ms' }),
  ];

  function figure(
    header: string,
    of: (row: UpstreamCall) => number | null,
    more: Pick<Column<UpstreamCall>, 'from' | 'narrow' | 'unit'>,
  ): Column<UpstreamCall> {
    const cell = (row: UpstreamCall) => format.number(of(row));
    return { id: header, header, kind: 'figure', cell, skeleton: 32, width: 96, ...more };
  }
}

/** What was recognised, with an answer that holds it one click away. */
function Shapes({ shapes }: Pick<UpstreamCall, 'shapes'>) {
  return [...Map.groupBy(shapes, ({ example }) => example)].map(([example, its], index) => (
    <Fragment key={example}>
      {index > 0 && ', '}
      {its.map(({ shape }) => shape).join(', ')}{' '}
      <JsonLink
        title={`the answer as it came to ${example}`}
        path={pathOf(getRawAnswer, { query: { path: example } })}
        variant="line"
      />
    </Fragment>
  ));
}
