import { previewDefinition } from '#contract/operations/rebalance.ts';
import type { PreviewedDefinition } from '#contract/rebalance.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { inSlices } from '#directory/slices.ts';
import { eachWallet } from '#directory/wallets.ts';
import { tokensAt, type DatedThematic } from '#figures/levels.ts';
import { tradingWallets } from '#figures/thematicRebalance.ts';
import { TradeSums } from '#figures/thematicTrades.ts';
import type { OpenRebalance } from '#figures/rebalanceSource.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { checkDefinition } from './defineThematic.ts';
import type { Dependencies } from './dependencies.ts';
import { previewLevels, withDefinition } from './previewDefinition.ts';
import { lookUpThematic } from './thematicStore.ts';

interface PreviewSources {
  readonly directory: DirectoryFeed;
  readonly openRebalance: OpenRebalance;
}

/** Shows what a definition would do, and writes nothing. */
export function previewOperations(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  { directory: feed, openRebalance }: PreviewSources,
): Implementation[] {
  return [
    implement(previewDefinition, async ({ params: { id }, body }): Promise<PreviewedDefinition> => {
      checkDefinition(market, id, body);
      const { tokens, description = '' } = body;
      const from = body.from === undefined ? undefined : parseTime(body.from);
      const before = await lookUpThematic(database.queries, id);
      const after = withDefinition(market, before, { ...body, id, description, from });
      const { directory, asOf, tokenOf } = await tradingWallets(openRebalance(), feed);
      const sumsOf = (thematic: DatedThematic) => new TradeSums(weightsAt(thematic, asOf), tokenOf);
      const sums = { before: before && sumsOf(before), after: sumsOf(after) };
      await inSlices(
        eachWallet(id, directory.tables, (wallet) => {
          sums.before?.add(wallet);
          sums.after.add(wallet);
        }),
      );
      return {
        asOf: formatTime(asOf),
        ...previewLevels(market, before, after, tokens),
        before: sums.before?.sums ?? null,
        after: sums.after.sums,
      };
    }),
  ];
}

const weightsAt = (thematic: DatedThematic, at: number): ReadonlyMap<string, number> =>
  new Map(tokensAt(thematic, at).map(({ token, weight }) => [token, weight]));
