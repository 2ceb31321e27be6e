import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { FirstQueries } from '../portfolio/firstQueries.ts';
import { atMost, canRead, sessionQuery } from '../portfolio/session.ts';

/** Part of a route that names the first queries of its page. */
export interface PageHandle {
  readonly firstQueries?: FirstQueries | undefined;
}

/** Reads what the opened page shows first, if the visitor may see it. */
export function readFirstAnswers(
  matches: readonly { readonly route: { readonly handle?: PageHandle } }[],
  client: QueryClient,
): Promise<unknown> {
  const begin = matches.at(-1)?.route.handle?.firstQueries;
  if (begin === undefined || !canRead(client.getQueryData(sessionQuery.queryKey))) {
    return Promise.resolve();
  }
  return atMost(Promise.allSettled(begin(client, new URL(location.href))));
}

/** Longest time for which an answer waits for others. */
const gatherMs = 150;
/** Nothing that a page begins by itself begins later. */
const settleMs = 5_000;

/** While the opened page settles, answers that arrive together render together. */
export function gatherAnswers(client: QueryClient): void {
  const end = performance.now() + settleMs;
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const flush = () => {
    timer = undefined;
    const isGathering = client.isFetching() > 0 && performance.now() - since < gatherMs;
    if (isGathering) {
      timer = setTimeout(flush, 16);
      return;
    }
    const due = waiting;
    waiting = [];
    for (const notify of due) {
      try {
        notify();
      } catch (error) {
        // The others are still notified.
        reportError(error);
      }
    }
  };
  notifyManager.setScheduler((notify) => {
    if (waiting.length === 0) since = performance.now();
    waiting.push(notify);
    timer ??= setTimeout(flush);
    if (performance.now() > end) notifyManager.setScheduler((late) => setTimeout(late));
  });
}
