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

/** What happens within this time is requested once, and what goes on happening once in this interval. */
const batchMs = 150;
const intervalMs = 1_000;

/** Keeps what is shown as the service publishes it. @returns what ends it. */
export function followLive(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  const leave = followInTabs({
    hear: (message) => refresher.hear(message),
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

/** Requests what is shown again as events come; what is not shown, when it is shown again. */
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
      // What is on its way may have been read before the event: it is requested once more after that.
      if (query.state.fetchStatus === 'fetching') continue;
      due.delete(query);
      void client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
        // A page nobody sees is refreshed when it is seen again.
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
    // The market follows from here: what moves with it is refreshed.
    const market = { ...known.market, kind, asOf, tickSeconds };
    client.setQueryData(capabilitiesQuery.queryKey, { ...known, market });
  }

  return {
    hear({ event, data }: StreamMessage) {
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
      // What failed meanwhile need not wait for somebody to press a button.
      if (isLive && isNews) void client.refetchQueries({ type: 'active', predicate: hasFailed });
      // Lost: how the service is is requested now and at each further try that fails, since one that is stopping still answers.
      if (!isLive && isKnown()) void client.refetchQueries({ ...capabilitiesQuery, exact: true });
    },
    stop: () => clearTimeout(timer),
  };
}

const everything: Outdated[] = [{ queryKey: [] }];

/** A delivery that does not exist does not come into being later, as a user does. */
const exists = ({ state }: Query): boolean => !isNotFound(state.error);

/** Who was told to wait waits. */
const hasFailed = ({ state }: Query): boolean =>
  state.status === 'error' && waitOf(state.error) === false;
