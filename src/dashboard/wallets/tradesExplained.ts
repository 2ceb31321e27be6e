import type { WalletRebalance } from '#contract/rebalance.ts';
import type { Explained } from '../portfolio/explain/explained.ts';
import { sumExplained, tokenParts } from '../portfolio/explain/sumExplained.ts';
import type { Format } from '../preferences/format.ts';

/** Explains the sums of the trades that bring a wallet to its target. */
export function tradesExplained(format: Format, data: WalletRebalance) {
  const partsOf = tokenParts(data.trades);

  const all = {
    noun: 'token',
    facts: [['As of', format.dateTimeZone(data.asOf)]],
    excluded: data.excluded.map(({ token, reason }) => `${token.symbol}: ${reason}`),
  } as const;
  return {
    total: sumExplained(format, {
      ...all,
      formula: 'Σ amount × price of each token',
      parts: partsOf(({ total }) => total),
      text: format.total,
      whole: data.total,
      of: 'the value of the wallet',
    }),
    weight: sumExplained(format, {
      ...all,
      formula: 'Σ total of each token ÷ total of the tokens',
      parts: partsOf(({ weight }) => weight),
      text: format.share,
      whole: 1,
      of: 'the whole wallet',
    }),
    target: sumExplained(format, {
      ...all,
      formula: 'Σ target weight of each token',
      parts: partsOf(({ target }) => target),
      text: format.market.share,
      whole: 1,
      of: 'the whole thematic',
    }),
    tradeTotal: sumExplained(format, {
      ...all,
      formula: 'Σ target × total of the tokens − total of each token',
      parts: partsOf(({ tradeTotal }) => tradeTotal),
      text: format.change,
      whole: 0,
      of: 'the cash left',
    }),
  } satisfies Record<string, Omit<Explained, 'label'>>;
}
