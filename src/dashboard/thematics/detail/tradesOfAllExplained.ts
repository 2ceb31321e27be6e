import type { ThematicRebalance } from '#contract/rebalance.ts';
import type { Explained } from '../../portfolio/explain/explained.ts';
import { sumExplained, tokenParts } from '../../portfolio/explain/sumExplained.ts';
import type { Format } from '../../preferences/format.ts';

/** Explains the sums of the trades that bring all wallets of a thematic to its targets. */
export function tradesOfAllExplained(format: Format, data: ThematicRebalance) {
  const { tokens, count, asOf, excluded, empty, unknown, incomplete, traded } = data;
  const partsOf = tokenParts(tokens);

  const all = {
    noun: 'token',
    facts: [
      ['Wallets', format.number(count)],
      ['As of', format.dateTimeZone(asOf)],
    ],
    excluded: [
      ...excluded.map(({ token }) => `${token.symbol}: no current price.`),
      ...(empty > 0 ? [`${format.count(empty, 'wallet')} without value.`] : []),
      ...(unknown > 0 ? [`${format.count(unknown, 'wallet')} with an unknown value.`] : []),
      ...(incomplete === undefined ? [] : ['Users that have not been read.']),
    ],
  } as const;
  return {
    weight: sumExplained(format, {
      ...all,
      formula: 'Σ value of each token in all wallets ÷ value of all wallets',
      parts: partsOf(({ weight }) => weight),
      text: format.share,
      whole: 1,
      of: 'all wallets together',
    }),
    target: sumExplained(format, {
      ...all,
      formula: 'Σ target weight of each token',
      parts: partsOf(({ target }) => target),
      text: format.market.share,
      whole: 1,
      of: 'the whole thematic',
    }),
    buy: sumExplained(format, {
      ...all,
      formula: 'Σ purchases of each token in all wallets',
      parts: partsOf(({ buy }) => buy.total),
      text: format.total,
      whole: traded,
      of: 'the value to move',
    }),
    sell: sumExplained(format, {
      ...all,
      formula: 'Σ sales of each token in all wallets',
      parts: partsOf(({ sell }) => sell.total),
      text: format.total,
      whole: traded,
      of: 'the value to move',
    }),
  } satisfies Record<string, Omit<Explained, 'label'>>;
}
