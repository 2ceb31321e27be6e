import type { Constituent } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import type { DraftRow } from './draft.ts';
import { rowsOf } from './draft.ts';
import type { KnownTokens } from './knownTokens.ts';

/** Amounts that give each token its target weight of a total, at the prices of now. */
export interface Filled {
  readonly rows: DraftRow[];
  /** Tokens that have no price to be bought at. */
  readonly unpriced: readonly Token[];
}

/** @param total in the unit of the prices. The weights of the tokens that have a price share it. */
export function fillByTarget(
  constituents: readonly Constituent[],
  tokens: KnownTokens,
  total: number,
): Filled {
  const priced = constituents.map(({ token, weight }) => ({
    token,
    weight,
    price: tokens.byId.get(token._id)?.price ?? token.price,
  }));
  const bought = priced.filter(({ price, weight }) => price !== null && price > 0 && weight > 0);
  const whole = bought.reduce((sum, { weight }) => sum + weight, 0);
  return {
    rows: rowsOf(
      bought.map(({ token, weight, price }) => ({
        token: token._id,
        // Twelve digits: more would pretend that prices are that exact.
        amount: Number(((total * weight) / whole / (price ?? NaN)).toPrecision(12)),
      })),
    ),
    unpriced: priced.filter((one) => !bought.includes(one)).map(({ token }) => token),
  };
}
