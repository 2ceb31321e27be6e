import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { FirstQueries } from '../portfolio/firstQueries.ts';
import { atMost, canRead, sessionQuery } from '../portfolio/session.ts';

/** Part of a route that names the first queries of its page. */
export interface PageHandle {
  readonly firstQueries?: FirstQueries | undefined;
}

/** Reads what the opened page shows first, if the visitor may see it. */
export async function readFirstAnswers(
  matches: readonly { readonly route: { readonly handle?: PageHandle } }[],
  client: QueryClient,
): Promise<void> {
  const begin = matches.at(-1)?.route.handle?.firstQueries;
  if (begin === undefined || !canRead(client.getQueryData(sessionQuery.queryKey))) return;
  try {
    await atMost(Promise.allSettled(begin(client, new URL(location.href))));
  } catch {
    // The page reads its address again, and says what is wrong with it.
  }
}

/** Longest time for which an answer waits for others. */
const gatherMs = 100;

/** Answers that arrive together render together: on a first visit, for another date, and after a tick. */
export function gatherAnswers(client: QueryClient): void {
  let waiting: (() => void)[] = [];
  let since = 0;
  const flush = () => {
    if (client.isFetching() > 0 && performance.now() - since < gatherMs) {
      setTimeout(flush, 16);
      return;
    }
    const due = waiting;
    waiting = [];
    for (const notify of due) notify();
  };
  notifyManager.setScheduler((notify) => {
    if (waiting.length === 0) {
      since = performance.now();
      setTimeout(flush);
    }
    waiting.push(notify);
  });
}
