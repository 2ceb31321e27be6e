import type { Query, QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type LiveTick, liveEvent, liveTick } from '#contract/live.ts';
import { isNotFound, waitOf } from '../api/errors.ts';
import { jsonOf } from '../api/jsonValue.ts';
import type { StreamMessage } from '../api/live/messages.ts';
import { isKnown } from '../api/signIn.ts';
import { setLive } from '../api/live/state.ts';
import { followInTabs } from '../api/live/tabs.ts';
import { type Outdated, outdatedBy, outdatedByDeliveries } from './queryKeys.ts';
import { capabilitiesQuery } from './capabilities.ts';

/** Events within `batchMs` cause one refetch. A steady stream causes one per `intervalMs`. */
const batchMs = 150;
const intervalMs = 1_000;

/**
 * Refetches visible queries when the service publishes events.
 * @returns a function that stops it.
 */
export function followLive(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  const leave = followInTabs({
    onMessage: (message) => refresher.onMessage(message),
    onState: (isLive) => {
      setLive(isLive);
      refresher.connected(isLive);
    },
  });
  return () => {
    leave();
    refresher.stop();
  };
}

export type Refresher = ReturnType<typeof createRefresher>;

/** Refetches visible outdated queries at once, and hidden ones when they are shown again. */
export function createRefresher(client: QueryClient) {
  const due = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = 0;
  let version: number | null = null;
  let wasLive = false;

  function mark(outdated: readonly Outdated[], predicate?: (query: Query) => boolean): void {
    const cache = client.getQueryCache();
    for (const filter of outdated)
      for (const query of cache.findAll({ ...filter, ...(predicate && { predicate }) }))
        due.add(query);
    schedule();
  }

  function schedule(): void {
    if (due.size === 0) return;
    timer ??= setTimeout(flush, Math.max(batchMs, flushedAt + intervalMs - Date.now()));
  }

  function flush(): void {
    timer = undefined;
    flushedAt = Date.now();
    for (const query of due) {
      // A request under way may have read the data before the event, so it is repeated.
      if (query.state.fetchStatus === 'fetching') continue;
      due.delete(query);
      void client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
        // A hidden page refetches when it becomes visible.
        refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
      });
    }
    schedule();
  }

  function tick({ version: next, kind, asOf, tickSeconds }: LiveTick): void {
    if (version !== null && version !== next) mark(everything);
    version = next;
    const known = client.getQueryData(capabilitiesQuery.queryKey);
    if (known === undefined) return;
    const isOlder = kind === known.market.kind && asOf <= known.market.asOf;
    if (isOlder) return;
    // `followMarket` then refetches what depends on the market.
    const market = { ...known.market, kind, asOf, tickSeconds };
    client.setQueryData(capabilitiesQuery.queryKey, { ...known, market });
  }

  return {
    onMessage({ event, data }: StreamMessage) {
      const value = jsonOf(data);
      if (event === 'resync') mark(everything);
      else if (event === 'deliveries') mark(outdatedByDeliveries, exists);
      else if (event === 'tick') {
        const message = z.safeParse(liveTick, value);
        if (message.success) tick(message.data);
      } else {
        const message = z.safeParse(liveEvent, value);
        if (message.success) mark(outdatedBy(message.data));
      }
    },
    connected(isLive: boolean) {
      const isNews = isLive !== wasLive;
      wasLive = isLive;
      // After a reconnection, failed queries retry by themselves.
      if (isLive && isNews) void client.refetchQueries({ type: 'active', predicate: hasFailed });
      // After a lost connection and each failed attempt, check the service: one that is stopping still answers.
      if (!isLive && isKnown()) void client.refetchQueries({ ...capabilitiesQuery, exact: true });
    },
    stop: () => clearTimeout(timer),
  };
}

const everything: Outdated[] = [{ queryKey: [] }];

/** Unlike a user, a missing delivery is never created later. */
const exists = ({ state }: Query): boolean => !isNotFound(state.error);

/** Queries that must wait before a retry are excluded. */
const hasFailed = ({ state }: Query): boolean =>
  state.status === 'error' && waitOf(state.error) === false;
