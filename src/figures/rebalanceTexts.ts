import type { NoRebalance } from '#analytics/rebalance.ts';

/** Why a wallet has nothing to trade. */
export const noRebalanceTexts: Readonly<Record<NoRebalance, string>> = {
  nothing: 'The wallet has no value.',
  unknown: 'The value of a position is not known.',
  negative: 'A position has a negative value.',
  'no price': 'No token of the thematic has a current price.',
};

export const noTargets = 'The connected service does not report the weights of this thematic.';

/** Why a token cannot be traded. */
export const whyNotTradable = (price: number | null): string =>
  price === null ? 'No current price.' : `The price is ${price}, so no amount of it has a value.`;
