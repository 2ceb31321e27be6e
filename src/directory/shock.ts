import { Sum } from '#analytics/weights.ts';
import type { Members } from './matches.ts';
import type { People } from './people.ts';

/** Changes of prices by the number of a token. */
export interface PriceFalls {
  /** Share that a price falls; below 0: a rise; 0: none. */
  readonly falls: Float64Array;
  /** 1: the token has no price now, so its holdings have no known value. */
  readonly unpriced: Uint8Array;
}

/** Losses of users, by their index; NaN: not known. */
export interface UserLosses {
  readonly rows: Uint32Array;
  readonly totals: Float64Array;
  readonly losses: Float64Array;
  /** Users with missing data. */
  readonly unknown: number;
  /** Of the users with a known loss; NaN if there are users and none has one. */
  readonly sums: { readonly total: number; readonly loss: number };
  /** Value and loss of the users' holdings of each token, by its number. `isHeld` is 1 for a token that any user holds. */
  readonly tokens: {
    readonly isHeld: Uint8Array;
    readonly totals: readonly Sum[];
    readonly losses: readonly Sum[];
  };
}

/** Multiplies the value of each holding by 1 − the fall of its token's price; yields between slices. */
export function* lossesOf(
  { rows, valuation, figures }: Members,
  { present }: Pick<People, 'present'>,
  { falls, unpriced }: PriceFalls,
): Generator<void, UserLosses> {
  const isHeld = new Uint8Array(falls.length);
  const totals = Array.from(falls, () => new Sum());
  const losses = Array.from(falls, () => new Sum());
  const [total, loss] = [new Sum(), new Sum()];
  let [known, lost, left, isComplete] = [0, 0, 0, true];
  const addHolding = (token: number, value: number): void => {
    isHeld[token] = 1;
    if (unpriced[token] === 1) isComplete = false;
    const fall = falls[token] ?? 0;
    if (fall !== 0) lost += value * fall;
    left += value * (1 - fall);
    if (Number.isNaN(value)) return;
    totals[token]?.add(value);
    losses[token]?.add(value * fall);
  };
  // A user may have been removed since.
  const users = { rows: rows.filter((rowIndex) => present[rowIndex] === 1), unknown: 0 };
  const ofUsers = {
    totals: new Float64Array(users.rows.length),
    losses: new Float64Array(users.rows.length),
  };
  for (const [index, rowIndex] of users.rows.entries()) {
    [lost, left, isComplete] = [0, 0, true];
    if (present[rowIndex] === 1) valuation.eachHeld(rowIndex, 'token', addHolding);
    const own = figures.total[rowIndex] ?? Number.NaN;
    const areTokensKnown = valuation.areTokensKnown?.(rowIndex) ?? true;
    // If nothing is left, the rounding of the sum is not left either.
    const ownLoss = lost !== 0 && left === 0 ? own : lost;
    const isKnown = areTokensKnown && !Number.isNaN(own) && !Number.isNaN(ownLoss);
    ofUsers.totals[index] = own;
    ofUsers.losses[index] = isKnown ? ownLoss : Number.NaN;
    if (!isKnown || !isComplete) users.unknown += 1;
    if (isKnown) {
      known += 1;
      total.add(own);
      loss.add(ownLoss);
    }
    if (index % 256 === 255) yield;
  }
  const isSumKnown = known > 0 || users.rows.length === 0;
  const sums = {
    total: isSumKnown ? total.value : Number.NaN,
    loss: isSumKnown ? loss.value : Number.NaN,
  };
  return { ...users, ...ofUsers, sums, tokens: { isHeld, totals, losses } };
}
