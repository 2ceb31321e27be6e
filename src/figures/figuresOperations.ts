import { noChanges } from '#contract/change.ts';
import { getContribution, getLevels } from '#contract/operations/thematics.ts';
import { getPriceHistory, getTokens } from '#contract/operations/tokens.ts';
import {
  getPerformance,
  getPositionsHistory,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { thematicContribution } from './contribution.ts';
import { heldOver } from './heldOver.ts';
import { windowStart } from './historySpan.ts';
import { levelLines } from './levelLines.ts';
import { performanceByWallet, performanceHistory, positionsHistory } from './performance.ts';
import { isNotKnown, type FiguresSource, type OpenFigures } from './source.ts';
import { priceHistory, tokenChange } from './tokens.ts';
import { valuesOf, walletValuesOf } from './valueHistory.ts';

/**
 * Implements the operations with a time axis, in either mode. Leaves out operations that need facts the source never has;
 * connected mode rejects those with a reason.
 */
export function figuresOperations(open: OpenFigures): Implementation[] {
  return [
    implement(getPerformance, ({ params: { id, historyType }, query: { thematic } }) =>
      answered(open(), async (source) =>
        performanceHistory(await valuesOf(source, { user: id, thematic }, historyType)),
      ),
    ),

    implement(getWalletsPerformance, ({ params: { id, historyType } }) =>
      answered(open(), async (source) =>
        performanceByWallet(await walletValuesOf(source, id, historyType)),
      ),
    ),

    implement(getLevels, ({ params: { historyType } }) =>
      answered(open(), (source) => levelLines(source, historyType)),
    ),

    implement(getTokens, () =>
      answered(open(), async (source) => {
        const { prices } = source;
        return (await source.tokens()).map((token) => ({
          ...token,
          change: isNotKnown(prices) ? noChanges : tokenChange(prices, token._id),
        }));
      }),
    ),

    ...operationsOfThePast(open()),
  ];
}

async function answered<Value>(
  source: FiguresSource,
  answer: (source: FiguresSource) => Promise<Value>,
): Promise<Reply<Value>> {
  return new Reply(200, await answer(source), source.headers());
}

/** Operations that need past amounts, definitions or prices. */
function operationsOfThePast({ holdings, definitions, prices }: FiguresSource): Implementation[] {
  if (isNotKnown(prices)) return [];
  const ofPrices = implement(getPriceHistory, ({ params: { id, historyType } }) =>
    priceHistory(prices, id, historyType),
  );
  const ofHoldings = isNotKnown(holdings)
    ? []
    : implement(getPositionsHistory, async ({ params: { id, historyType: type }, query }) => {
        const set = { user: id, thematic: query.thematic };
        const wallets = await holdings(set, windowStart(prices, type));
        return positionsHistory(prices, heldOver(prices, wallets, type));
      });
  const ofDefinitions = isNotKnown(definitions)
    ? []
    : implement(getContribution, async ({ params: { id, historyType: type }, query }) => {
        const thematic = await definitions.find(id);
        return thematicContribution(prices, definitions.levels, thematic, { ...query, type });
      });
  return [ofPrices, ofHoldings, ofDefinitions].flat();
}
