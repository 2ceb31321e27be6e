import { getThematicRebalance, getWalletRebalance } from '#contract/operations/rebalance.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { responseNotesHeaders } from '#directory/directoryFeed.ts';
import { checkFormat, csvHeaders } from '#directory/requests.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { requireThematic } from './attributionOperations.ts';
import type { OpenRebalance } from './rebalanceSource.ts';
import { readThematicRebalance, thematicRebalanceCsv } from './thematicRebalance.ts';
import { readWalletRebalance, walletRebalanceCsv } from './walletRebalance.ts';

/** Implements the trades that bring wallets to their targets, in either mode. */
export function rebalanceOperations(open: OpenRebalance, feed: DirectoryFeed): Implementation[] {
  return [
    implement(getWalletRebalance, async ({ params: { id }, query }, c) => {
      const source = open();
      const wallet = { user: id, thematic: requireThematic(query.thematic) };
      const rebalance = await readWalletRebalance(source, wallet);
      return query.format === 'csv'
        ? c.body(walletRebalanceCsv(rebalance), 200, { ...csvHeaders, ...source.headers() })
        : new Reply(200, rebalance, source.headers());
    }),

    implement(getThematicRebalance, async ({ params: { id }, query }, c) => {
      checkFormat(query);
      const source = open();
      const headers = () => ({ ...source.headers(), ...responseNotesHeaders(feed) });
      if (query.format === 'csv') {
        const stream = await thematicRebalanceCsv(source, feed, id, query);
        return c.body(stream, 200, { ...csvHeaders, ...headers() });
      }
      return new Reply(200, await readThematicRebalance(source, feed, id, query), headers());
    }),
  ];
}
