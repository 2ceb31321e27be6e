import { getPriceHistory, getTokenHolders, getTokens } from '#contract/operations/tokens.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { Dependencies } from './dependencies.ts';
import { readTokenHolders, replyWithHolders } from './holders.ts';
import { findToken, priceHistory, tokensWithChange } from './tokenList.ts';
import { pricesAt } from './walletView.ts';

/** Tokens, their prices, and who holds them. */
export function tokenOperations({ database, market }: Dependencies): Implementation[] {
  return [
    implement(getTokens, () => tokensWithChange(market)),

    implement(getPriceHistory, ({ params: { id, historyType } }) =>
      priceHistory(market, findToken(market, id)._id, historyType),
    ),

    implement(getTokenHolders, async ({ params: { id }, query }, c) => {
      const token = findToken(market, id)._id;
      const prices = pricesAt(market, market.asOf());
      const holders = await readTokenHolders(database.queries, token, prices);
      return replyWithHolders(new URL(c.req.url), query, holders, (page) => page);
    }),
  ];
}
