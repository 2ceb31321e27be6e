import { Box, Button, Skeleton } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { incompleteText } from '#contract/incompleteList.ts';
import type { Operation } from '#contract/operation.ts';
import { changesPane, connectedPane, syncAgainLabel } from '#contract/pageNames.ts';
import {
  cancelReading,
  checkUpstream,
  getUpstream,
  registerHook,
  resumeReading,
  unregisterHook,
} from '#contract/operations/upstream.ts';
import type {
  Upstream,
  UpstreamLive,
  UpstreamReading,
  UpstreamState,
} from '#contract/upstreamState.ts';
import { call } from '../api/client.ts';
import { pollInterval } from '../api/errors.ts';
import { inBackground } from '../api/presence.ts';
import { Ago } from '../design/Ago.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { notify } from '../design/notify.ts';
import { Panel } from '../design/Panel.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { type Term, Terms } from '../design/Terms.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import { everyText } from '../portfolio/capabilities.ts';
import { useMay } from '../portfolio/session.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { callColumns } from './callColumns.tsx';

const upstreamQuery = queryOptions({
  queryKey: keys.upstream,
  queryFn: ({ signal }) => call(getUpstream, { headers: inBackground }, signal),
  staleTime: 0,
  retry: false,
  // The state changes on its own, and reading it sends no request to the connected service.
  refetchInterval: ({ state }) => pollInterval(state.error, 5000),
});

export function ConnectedPane() {
  const format = useFormat();
  const query = useQuery(upstreamQuery);
  const mayCheck = useMay(checkUpstream);
  const rows = query.data?.calls ?? [];
  const hasFaults = rows.some(({ lastFault }) => lastFault !== null);
  const columns = useMemo(() => callColumns(format, hasFaults), [format, hasFaults]);
  return (
    <>
      <Panel
        title={connectedPane}
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
            <Facts
              terms={[...factsOf(upstream, format), mayCheck ? ['Interface', checkLink] : null]}
            />
          </>
        )}
      </Panel>
      {query.data !== undefined && (
        <>
          <SyncPane sync={query.data.reading} hasConnectionFault={query.data.fault !== null} />
          <LivePane {...query.data.live} />
        </>
      )}
      <TablePanel
        title="Calls"
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

const checkLink = <Link to={pageLinks.check.to}>{pageLinks.check.label}</Link>;

function Facts({ terms }: { readonly terms: readonly (Term | null)[] }) {
  return (
    <Box px="var(--gutter)" pb="md" maw={800} __vars={{ '--terms-name': 'min(176px, 44%)' }}>
      <Terms terms={terms.filter((term) => term !== null)} />
    </Box>
  );
}

interface ConnectionAction {
  readonly label: string;
  readonly operation: Operation;
  readonly run: () => Promise<unknown>;
  readonly done: string;
  readonly failure: string;
}

const syncAgain: ConnectionAction = {
  label: syncAgainLabel,
  operation: resumeReading,
  run: () => call(resumeReading, {}),
  done: 'Sync restarted with the list of users',
  failure: 'The sync was not restarted',
};

const stopSync: ConnectionAction = {
  label: 'Stop sync',
  operation: cancelReading,
  run: () => call(cancelReading, {}),
  done: 'Sync stopped; existing data is unchanged',
  failure: 'The sync was not stopped',
};

const register: ConnectionAction = {
  label: 'Register webhook',
  operation: registerHook,
  run: () => call(registerHook, {}),
  done: 'Our webhook is registered',
  failure: 'Our webhook was not registered',
};

const unregister: ConnectionAction = {
  label: 'Unregister',
  operation: unregisterHook,
  run: () => call(unregisterHook, {}),
  done: 'Our webhook was removed',
  failure: 'Our webhook was not removed',
};

interface ActionButtonProps {
  readonly action: ConnectionAction;
  readonly isOff?: boolean;
}

function ActionButton({ action, isOff = false }: ActionButtonProps) {
  const may = useMay(action.operation);
  const mutation = useMutation({
    mutationFn: ({ run }: ConnectionAction) => run(),
    // The button may have changed since the press.
    onSuccess: (_answer, { done }) => notify(done),
    meta: {
      invalidates: [keys.upstream, keys.directory, keys.webhooks],
      failure: action.failure,
    },
  });
  if (!may) return null;
  const isDisabled = isOff || mutation.isPending;
  return (
    <Button aria-disabled={isDisabled} onClick={() => !isDisabled && mutation.mutate(action)}>
      {action.label}
    </Button>
  );
}

interface SyncPaneProps {
  readonly sync: UpstreamReading;
  readonly hasConnectionFault: boolean;
}

function SyncPane({ sync, hasConnectionFault }: SyncPaneProps) {
  const format = useFormat();
  const { state, users, wallets, histories, listedAt, oldestAt, fault, failing } = sync;
  const share = (count: number) => `${format.number(count)} of ${format.number(users)} users`;
  return (
    <Panel
      title="User sync"
      actions={
        <>
          <ActionButton action={stopSync} isOff={state === 'cancelled'} />
          <ActionButton action={syncAgain} />
        </>
      }
    >
      {fault !== null && !hasConnectionFault && <NoteLine tone="warn">{fault}</NoteLine>}
      <Facts
        terms={[
          ['Progress', progressOf(sync, format)],
          ['Wallets read', share(wallets)],
          ['Histories read', share(histories)],
          ['List read', agoOr('not yet', listedAt)],
          ['Oldest data', agoOr('none', oldestAt)],
          failing === 0 ? null : ['Failed requests', format.number(failing)],
        ]}
      />
    </Panel>
  );
}

function progressOf(sync: UpstreamReading, format: Format): string {
  const { state, users, wallets, histories, incomplete } = sync;
  if (state === 'cancelled') return `Stopped until an admin selects ${syncAgainLabel}`;
  if (incomplete != null) return incompleteText(incomplete, (value) => format.number(value));
  if (state === 'reading') return 'In progress';
  return wallets === users && histories === users
    ? 'Complete; repeats automatically'
    : 'Failed requests will be retried soon';
}

function LivePane({
  by,
  why,
  tickSeconds,
  canRegister,
  registration,
  lastMessageAt,
  unannounced,
}: UpstreamLive) {
  const format = useFormat();
  const isRegistered = registration !== null;
  return (
    <Panel
      title={changesPane}
      actions={
        (isRegistered || canRegister) && (
          <ActionButton action={isRegistered ? unregister : register} />
        )
      }
    >
      <Facts
        terms={[
          [
            'Detected by',
            unannounced === null
              ? detections[by]
              : `${detections[by]}, since ${format.dateTime(unannounced.readAt)}`,
          ],
          ['Reason', why],
          ['Refresh interval', `${everyText(tickSeconds)} while pages are open`],
          isRegistered
            ? [
                'Our webhook',
                `${registration.url} for ${registration.types.join(', ')}, ${registration.isSigned ? 'signed' : 'not signed'}, since ${format.dateTime(registration.registeredAt)}`,
              ]
            : null,
          isRegistered ? ['Last message', agoOr('none since startup', lastMessageAt)] : null,
          unannounced === null ? null : ['Change without a message', unannounced.what],
        ]}
      />
    </Panel>
  );
}

const states: Record<UpstreamState, string> = {
  trying: 'No answer yet',
  answers: 'Connected',
  gone: 'Unreachable',
  refused: 'Credentials rejected',
  unreadable: 'Unreadable answers',
};

const detections: Record<UpstreamLive['by'], string> = {
  webhooks: 'webhook messages',
  polling: 'polling',
};

function factsOf(upstream: Upstream, format: Format): readonly (Term | null)[] {
  const { address, state, fault, lastGoodAt, limits } = upstream;
  const { requestsPerMinute, running, waiting, heldUntil } = upstream;
  const since = fault === null ? '' : ` since ${format.dateTime(fault.since)}`;
  return [
    ['Address', address],
    ['State', states[state] + since],
    ['Last good answer', agoOr('none', lastGoodAt)],
    [
      'Requests',
      `${format.number(requestsPerMinute)} in the last minute, ${format.number(running)} running, ${format.number(waiting)} waiting`,
    ],
    [
      'Limits',
      `${format.number(limits.concurrent)} concurrent, ${format.number(limits.perSecond)} per second`,
    ],
    heldUntil === null
      ? null
      : ['Paused by the service', `until ${format.clockSeconds(heldUntil)}`],
  ];
}

const agoOr = (none: string, at: string | null) => (at === null ? none : <Ago at={at} />);
