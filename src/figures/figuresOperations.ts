import { noChanges } from '#contract/change.ts';
import {
  getContribution,
  getLevels,
  getPastThematicHistory,
} from '#contract/operations/thematics.ts';
import { getPriceHistory, getTokens } from '#contract/operations/tokens.ts';
import {
  getPerformance,
  getPositionsHistory,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { attributionOperations } from './attributionOperations.ts';
import { thematicContribution } from './contribution.ts';
import { figureAnswers } from './figureAnswers.ts';
import { heldOver } from './heldOver.ts';
import { windowStart } from './historySpan.ts';
import { levelLines, levelRecords } from './levelLines.ts';
import { noHoldingsThen, noTotalsThen } from './past.ts';
import { performanceByWallet, performanceHistory, positionsHistory } from './performance.ts';
import { isNotKnown, orNotOffered, type FiguresSource, type OpenFigures } from './source.ts';
import { priceHistory, tokenChange } from './tokens.ts';
import { valuesOf, walletValuesOf } from './valueHistory.ts';

/**
 * Implements the operations with a time axis, in either mode. Leaves out operations that need facts the source never has;
 * connected mode rejects those with a reason.
 */
export function figuresOperations(open: OpenFigures): Implementation[] {
  return [
    implement(getPerformance, ({ params: { id, historyType }, query: { thematic, asOf } }) =>
      answered(open(asOf), async (source) =>
        explained(
          performanceHistory(await valuesOf(source, { user: id, thematic }, historyType)),
          source,
          asOf,
        ),
      ),
    ),

    implement(getWalletsPerformance, ({ params: { id, historyType }, query: { asOf } }) =>
      answered(open(asOf), async (source) =>
        explained(performanceByWallet(await walletValuesOf(source, id, historyType)), source, asOf),
      ),
    ),

    implement(getLevels, ({ params: { historyType }, query: { asOf } }) =>
      answered(open(asOf), (source) => levelLines(source, historyType)),
    ),

    implement(getPastThematicHistory, ({ params: { id, historyType }, query: { asOf } }) =>
      answered(open(asOf), (source) => levelRecords(source, id, historyType)),
    ),

    implement(getTokens, ({ query: { asOf } }) =>
      answered(open(asOf), async (source) => {
        const { prices } = source;
        return (await source.tokens()).map((token) => ({
          ...token,
          change: isNotKnown(prices) ? noChanges : tokenChange(prices, token._id),
        }));
      }),
    ),

    ...figureAnswers(open),

    ...operationsOfThePast(open),
    ...attributionOperations(open),
  ];
}

async function answered<Value>(
  source: FiguresSource,
  answer: (source: FiguresSource) => Promise<Value>,
): Promise<Reply<Value>> {
  return new Reply(200, await answer(source), source.headers());
}

/** Adds the reason why an answer about the past is empty. */
function explained<Answer extends { readonly dates: readonly unknown[] }>(
  answer: Answer,
  source: FiguresSource,
  requested: number | undefined,
): Answer & { readonly reason?: string } {
  if (requested === undefined || answer.dates.length > 0) return answer;
  const reason = isNotKnown(source.holdings) ? noTotalsThen : noHoldingsThen;
  return { ...answer, reason };
}

/** Operations that need past amounts, definitions or prices. */
function operationsOfThePast(open: OpenFigures): Implementation[] {
  const { holdings, definitions, prices } = open();
  if (isNotKnown(prices)) return [];
  const ofPrices = implement(getPriceHistory, ({ params: { id, historyType }, query: { asOf } }) =>
    answered(open(asOf), async (source) =>
      priceHistory(orNotOffered(source.prices), id, historyType),
    ),
  );
  const ofHoldings = implement(
    getPositionsHistory,
    ({ params: { id, historyType: type }, query: { thematic, asOf } }) =>
      answered(open(asOf), async (source) => {
        const known = orNotOffered(source.prices);
        const read = orNotOffered(source.holdings);
        const wallets = await read({ user: id, thematic }, windowStart(known, type));
        return explained(positionsHistory(known, heldOver(known, wallets, type)), source, asOf);
      }),
  );
  const ofDefinitions = implement(
    getContribution,
    ({ params: { id, historyType: type }, query: { asOf, ...part } }) =>
      answered(open(asOf), async (source) => {
        const definitions = orNotOffered(source.definitions);
        const prices = orNotOffered(source.prices);
        const thematic = await definitions.find(id);
        return thematicContribution(prices, definitions.levels, thematic, { ...part, type });
      }),
  );
  return [
    ofPrices,
    ...(isNotKnown(holdings) ? [] : [ofHoldings]),
    ...(isNotKnown(definitions) ? [] : [ofDefinitions]),
  ];
}
