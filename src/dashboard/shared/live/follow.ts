import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { createRefresher } from './refresh.ts';
import { setLive } from './state.ts';
import { followInTabs } from './tabs.ts';

/** Keeps what is shown as the service tells it, from when it says that it does. @returns what ends it. */
export function followLive(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  let leave: (() => void) | null = null;
  const offered = new QueryObserver(client, capabilitiesQuery);
  const forget = offered.subscribe(({ data }) => {
    // A service that cannot be reached offers what it offered.
    if (data === undefined) return;
    const isOffered = data.offers.includes('live');
    if (isOffered && leave === null) {
      leave = followInTabs({
        hear: (message) => refresher.hear(message),
        onState: (isLive) => {
          setLive(isLive);
          refresher.connected(isLive);
        },
      });
    } else if (!isOffered) {
      leave?.();
      leave = null;
    }
  });
  return () => {
    forget();
    leave?.();
    refresher.stop();
  };
}
