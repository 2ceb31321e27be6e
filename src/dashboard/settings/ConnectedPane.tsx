import { Box, Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getRawAnswer, getUpstream } from '#contract/operations/upstream.ts';
import type { Upstream, UpstreamCall, UpstreamState } from '#contract/upstreamState.ts';
import { call } from '../api/client.ts';
import { inBackground } from '../api/presence.ts';
import { Ago } from '../design/Ago.tsx';
import type { Column } from '../design/columns.ts';
import { JsonLink } from '../design/JsonLink.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { Panel } from '../design/Panel.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { type Term, Terms } from '../design/Terms.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { connectedTitle } from './ServicePane.tsx';

const upstreamQuery = queryOptions({
  queryKey: keys.upstream,
  staleTime: 0,
  retry: false,
  // It changes by itself, and costs the connected service nothing.
  refetchInterval: 5000,
  queryFn: ({ signal }) => call(getUpstream, { headers: inBackground }, signal),
});

/** The service that this one stands in front of: how it is, how it speaks, and how its changes become known. */
export function ConnectedPane() {
  const format = useFormat();
  const query = useQuery(upstreamQuery);
  const columns = useMemo(() => callColumns(format), [format]);
  const rows = query.data?.calls ?? [];
  return (
    <>
      <Panel
        title={connectedTitle}
        query={query}
        what="The connection"
        loading={<Skeleton width={240} mx="var(--gutter)" mb="md" />}
        actions={
          <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
            Refresh
          </Button>
        }
      >
        {(upstream) => (
          <>
            {upstream.fault !== null && <NoteLine tone="danger">{upstream.fault.detail}</NoteLine>}
            <Box
              px="var(--gutter)"
              pb="md"
              maw={800}
              __vars={{ '--terms-name': 'min(176px, 44%)' }}
            >
              <Terms terms={factsOf(upstream, format)} />
            </Box>
          </>
        )}
      </Panel>
      <TablePanel
        title="Calls to it"
        sub="last hour"
        {...{ query, columns, rows }}
        what="The calls"
        failed={<></>}
        rowCount={16}
        keyOf={({ operation }) => operation}
        narrowRow={56}
        narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
      />
    </>
  );
}

const states: Record<UpstreamState, string> = {
  trying: 'Nothing came yet',
  answers: 'It answers',
  gone: 'It cannot be reached',
  refused: 'It refuses our credentials',
  unreadable: 'Its answers cannot be read',
};

const ways: Record<Upstream['live']['by'], string> = {
  webhooks: 'by its webhooks, at once',
  polling: 'by polling',
};

function factsOf(upstream: Upstream, format: Format): readonly Term[] {
  const { address, state, fault, lastGoodAt, limits, live } = upstream;
  const { requestsPerMinute, running, waiting, heldUntil } = upstream;
  const { registration, lastMessageAt, tickSeconds } = live;
  const since = fault === null ? '' : ` since ${format.dateTime(fault.since)}`;
  const facts: (Term | null)[] = [
    ['Address', address],
    ['State', states[state] + since],
    ['Last good answer', agoOr('none', lastGoodAt)],
    [
      'Requests',
      `${format.number(requestsPerMinute)} in the last minute, ${format.number(running)} under way, ${format.number(waiting)} waiting`,
    ],
    [
      'Limits',
      `${format.number(limits.concurrent)} at once, ${format.number(limits.perSecond)} a second`,
    ],
    heldUntil === null ? null : ['It wants us to wait', `until ${format.clockSeconds(heldUntil)}`],
    ['Changes there show', ways[live.by]],
    ['Why so', live.why],
    ['What is shown', `is read again every ${tickSeconds} s`],
    registration === null
      ? null
      : [
          'Our webhook there',
          `${registration.url} for ${registration.types.join(', ')}, ${registration.isSigned ? 'signed' : 'not signed'}, since ${format.dateTime(registration.registeredAt)}`,
        ],
    registration === null ? null : ['Last message', agoOr('none since the start', lastMessageAt)],
  ];
  return facts.filter((fact) => fact !== null);
}

const agoOr = (none: string, at: string | null) => (at === null ? none : <Ago at={at} />);

/** A call a row: how it did, and what was recognised in its answers. */
function callColumns(format: Format): readonly Column<UpstreamCall>[] {
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
