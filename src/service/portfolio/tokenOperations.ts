import { getPriceHistory, getTokens } from '#contract/operations/tokens.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { Dependencies } from './dependencies.ts';
import { findToken, priceHistory, tokensWithChange } from './tokenList.ts';

/** Tokens and their prices. */
export function tokenOperations({ market }: Dependencies): Implementation[] {
  return [
    implement(getTokens, () => tokensWithChange(market)),

    implement(getPriceHistory, ({ params: { id, historyType } }) =>
      priceHistory(market, findToken(market, id)._id, historyType),
    ),
  ];
}
