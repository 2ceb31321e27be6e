import {
  cancelReading,
  getUpstream,
  receiveHint,
  registerHook,
  resumeReading,
  unregisterHook,
} from '#contract/operations/upstream.ts';
import { formatTime } from '#contract/time.ts';
import type { UpstreamCall, UpstreamReading, UpstreamState } from '#contract/upstreamState.ts';
import { readBytes } from '#platform/http/body.ts';
import { callOf } from '#platform/http/caller.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { ForeignChanges } from '../live/foreignChanges.ts';
import type { UserSync } from '../sync/userSync.ts';
import type { Source } from '../source/source.ts';
import { calls, type SourceStatistics } from '../source/statistics.ts';

export interface ConnectionDependencies {
  readonly url: string;
  readonly source: Source;
  readonly changes: ForeignChanges;
  readonly sync: UserSync;
}

export function connectionAnswers({
  url,
  source,
  changes,
  sync,
}: ConnectionDependencies): Implementation[] {
  return [
    implement(getUpstream, () => {
      const { fault, lastGoodAt } = source;
      const { heldUntil, calls: counted, shapes, limits, ...load } = source.statistics();
      return {
        address: new URL(url).origin,
        state: stateOf(source),
        lastGoodAt: timeOf(lastGoodAt),
        fault: fault === null ? null : { ...fault, since: formatTime(fault.since) },
        calls: calls.map((call) => viewOf(call, { calls: counted, shapes })),
        limits: { ...limits },
        ...load,
        heldUntil: timeOf(heldUntil),
        reading: syncProgressOf(sync),
        live: changes.view(),
      };
    }),

    implement(resumeReading, async (_, c) => {
      await callOf(c).recorder.start();
      await sync.setCancelled(false);
      return undefined;
    }),

    implement(cancelReading, async (_, c) => {
      await callOf(c).recorder.start();
      await sync.setCancelled(true);
      return undefined;
    }),

    implement(registerHook, async (_, c) => {
      await callOf(c).recorder.start();
      await changes.register();
      return changes.view();
    }),

    implement(unregisterHook, async (_, c) => {
      await callOf(c).recorder.start();
      await changes.unregister();
      return changes.view();
    }),

    implement(receiveHint, async ({ params }, c) => {
      const body = Buffer.from(await readBytes(c, receiveHint.body.limit)).toString('utf8');
      changes.receive(params.secret, body, Object.fromEntries(c.req.raw.headers));
      return undefined;
    }),
  ];
}

function syncProgressOf(sync: UserSync): UpstreamReading {
  const {
    listedAt,
    oldestAt,
    incomplete,
    shortWallets: _shortWallets,
    unread: _unread,
    notes: _notes,
    ...progress
  } = sync.progress();
  return { ...progress, incomplete, listedAt: timeOf(listedAt), oldestAt: timeOf(oldestAt) };
}

const timeOf = (at: number | null) => (at === null ? null : formatTime(at));

const ofFault: Readonly<Record<string, UpstreamState>> = {
  'upstream-refused': 'refused',
  'upstream-unreadable': 'unreadable',
};

function stateOf({ fault, lastGoodAt }: Source): UpstreamState {
  if (fault !== null) return ofFault[fault.code] ?? 'gone';
  return lastGoodAt === null ? 'trying' : 'answers';
}

function viewOf(
  { operation, label }: (typeof calls)[number],
  { calls: counted, shapes }: Pick<SourceStatistics, 'calls' | 'shapes'>,
): UpstreamCall {
  const its = counted.find((one) => one.operation === operation);
  const lastFault = its?.lastFault ?? null;
  return {
    operation,
    label,
    shapes: shapes
      .filter((one) => one.operation === operation)
      .map(({ shape, example }) => ({ shape, example })),
    requests: its?.requests ?? 0,
    failures: its?.failures ?? 0,
    p50Ms: its?.p50Ms ?? null,
    p95Ms: its?.p95Ms ?? null,
    lastFault: lastFault && { ...lastFault, at: formatTime(lastFault.at) },
  };
}
