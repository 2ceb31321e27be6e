import type { Query, QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type LiveTick, liveEvent, liveTick } from '#contract/live.ts';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { waitOf } from '../api/errors.ts';
import { movesWithTicks } from '../api/polling.ts';
import { type Concerned, keysOf, keysOfDeliveries } from './keysOf.ts';
import type { StreamMessage } from './messages.ts';

/** What happens together is asked for once, and what goes on happening once in so many milliseconds. */
const together = 150;
const apart = 1_000;

/** Has what is shown asked for anew as the stream tells of it; what is not shown, when it is shown again. */
export interface Refresher {
  hear(message: StreamMessage): void;
  connected(isLive: boolean): void;
  stop(): void;
}

export function createRefresher(client: QueryClient): Refresher {
  const due = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = 0;
  let version: number | null = null;
  let isTickMissed = false;
  let wasLive = false;

  function mark(concerned: readonly Concerned[]): void {
    const cache = client.getQueryCache();
    for (const filter of concerned) for (const query of cache.findAll(filter)) due.add(query);
    schedule();
  }

  function schedule(): void {
    if (due.size === 0) return;
    timer ??= setTimeout(flush, Math.max(together, flushedAt + apart - Date.now()));
  }

  function flush(): void {
    timer = undefined;
    flushedAt = Date.now();
    for (const query of due) {
      // What is on its way may have been read before it happened: it is asked for once more after that.
      if (query.state.fetchStatus === 'fetching') continue;
      due.delete(query);
      void client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
        // A page nobody sees asks when it is seen again.
        refetchType: isHidden() ? 'none' : 'active',
      });
    }
    schedule();
  }

  function tick(told: LiveTick): void {
    const isOther = version !== null && version !== told.version;
    version = told.version;
    const known = client.getQueryData(capabilitiesQuery.queryKey);
    if (known === undefined) return;
    const { kind, asOf, tickSeconds } = told;
    const isSameKind = kind === known.market.kind;
    const isMoved = !isSameKind || asOf > known.market.asOf;
    if (isMoved && (!isSameKind || tickSeconds === null)) {
      // Everything is asked for anew when this is answered: the cache sees to it.
      void client.refetchQueries({ ...capabilitiesQuery, exact: true });
      return;
    }
    const market = isMoved ? { ...known.market, kind, asOf, tickSeconds } : known.market;
    client.setQueryData(capabilitiesQuery.queryKey, { ...known, market });
    if (isOther) mark(everything);
    else if (isMoved) round();
  }

  /** One round of requests: everything of now that is shown. */
  function round(): void {
    isTickMissed = isHidden();
    if (isTickMissed) return;
    void client.refetchQueries(
      { type: 'active', predicate: movesWithTicks },
      { cancelRefetch: false },
    );
  }

  const seen = () => {
    if (isTickMissed) round();
  };
  document.addEventListener('visibilitychange', seen);

  return {
    hear({ event, data }) {
      const value = parsed(data);
      if (event === 'resync') mark(everything);
      else if (event === 'deliveries') mark(keysOfDeliveries);
      else if (event === 'tick') {
        const told = z.safeParse(liveTick, value);
        if (told.success) tick(told.data);
      } else {
        const told = z.safeParse(liveEvent, value);
        if (told.success) mark(keysOf(told.data));
      }
    },
    connected(isLive) {
      const isNews = isLive !== wasLive;
      wasLive = isLive;
      // What failed meanwhile need not wait for somebody to press a button.
      if (isLive && isNews) void client.refetchQueries({ type: 'active', predicate: hasFailed });
      // Lost: how the service is is requested now and at each further try that fails, since one that is stopping still answers.
      if (!isLive) void client.refetchQueries({ ...capabilitiesQuery, exact: true });
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

const everything: Concerned[] = [{ queryKey: [] }];

/** A service that asked to wait is waited for. */
const hasFailed = ({ state }: Query): boolean =>
  state.status === 'error' && waitOf(state.error) === false;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}
