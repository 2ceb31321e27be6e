import { rebalanceOf, type Rebalance } from '#analytics/rebalance.ts';
import { largestFirst, Sum, sumOf, weightOf } from '#analytics/weights.ts';
import { activeShareBounds, type ThematicTrades, type TokenTrades } from '#contract/rebalance.ts';
import type { Token } from '#contract/token.ts';
import type { OpenWallet } from '#directory/wallets.ts';

/** A token in all wallets; constant memory, however many there are. */
class TokenSums {
  readonly held = new Sum();
  readonly buy = new SideSums();
  readonly sell = new SideSums();
  /** Number of wallets that hold it. */
  holders = 0;
}

class SideSums {
  readonly #amount = new Sum();
  readonly #total = new Sum();
  #wallets = 0;

  add(amount: number, total: number): void {
    this.#wallets += 1;
    this.#amount.add(Math.abs(amount));
    this.#total.add(Math.abs(total));
  }

  get view(): TokenTrades['buy'] {
    return { wallets: this.#wallets, amount: this.#amount.value, total: this.#total.value };
  }
}

/** A trade of one wallet. */
export interface NamedTrade {
  readonly token: Token;
  readonly weight: number;
  readonly target: number;
  readonly amount: number;
  readonly total: number;
}

/** Sums what to buy and sell in wallets so that each has the same target weights. */
export class TradeSums {
  readonly #targets: ReadonlyMap<string, number>;
  readonly #tokenOf: (id: string) => Token;
  readonly #tokens = new Map<string, TokenSums>();
  readonly #groups = activeShareBounds.map((from) => ({ from, wallets: 0 }));
  readonly #total = new Sum();
  readonly #traded = new Sum();
  #wallets = 0;
  #empty = 0;
  #unknown = 0;

  /** @param targets weight by token id. */
  constructor(targets: ReadonlyMap<string, number>, tokenOf: (id: string) => Token) {
    this.#targets = targets;
    this.#tokenOf = tokenOf;
    for (const id of targets.keys()) this.#tokens.set(id, new TokenSums());
  }

  /** Adds a wallet. @returns its trades; null if it has no shares. */
  add({ positions }: OpenWallet): (Rebalance & { readonly named: readonly NamedTrade[] }) | null {
    this.#wallets += 1;
    if (positions.length === 0) {
      // An open wallet whose positions are not reported.
      this.#unknown += 1;
      return null;
    }
    const held = new Map(positions.map((position) => [position.token, position]));
    const ids = [...new Set([...this.#targets.keys(), ...held.keys()])];
    const lines = ids.map((id) => {
      const { amount, total } = held.get(id) ?? { amount: 0, total: 0 };
      const target = this.#targets.get(id) ?? 0;
      return { amount, total, target, price: this.#tokenOf(id).price };
    });
    for (const id of held.keys()) this.#sumsOf(id).holders += 1;
    const rebalance = rebalanceOf(lines);
    if (typeof rebalance === 'string') {
      if (rebalance === 'nothing') this.#empty += 1;
      else this.#unknown += 1;
      return null;
    }
    const { total, traded, activeShare, trades } = rebalance;
    this.#total.add(total);
    this.#traded.add(traded);
    const group = this.#groups.findLast(({ from }) => activeShare >= from);
    if (group !== undefined) group.wallets += 1;
    const named = ids.flatMap((id, index) => {
      const trade = trades[index];
      if (trade == null) return [];
      const sums = this.#sumsOf(id);
      sums.held.add(lines[index]?.total ?? 0);
      if (trade.total > 0) sums.buy.add(trade.amount, trade.total);
      if (trade.total < 0) sums.sell.add(trade.amount, trade.total);
      return { ...trade, token: this.#tokenOf(id) };
    });
    return { ...rebalance, named };
  }

  #sumsOf(id: string): TokenSums {
    const sums = this.#tokens.get(id) ?? new TokenSums();
    this.#tokens.set(id, sums);
    return sums;
  }

  /** Tokens are listed by the value to trade, largest first. */
  get sums(): ThematicTrades {
    const total = this.#total.value;
    const traded = this.#traded.value;
    const tokens = Array.from(this.#tokens, ([id, { held, buy, sell, holders }]) => ({
      token: this.#tokenOf(id),
      total: held.value,
      weight: weightOf(held.value, total),
      target: this.#targets.get(id) ?? 0,
      buy: buy.view,
      sell: sell.view,
      holders,
    }));
    const tradable = tokens.filter(isTraded);
    // As in a wallet, the others' targets are divided among these.
    const whole = sumOf(tradable.map(({ target }) => target));
    return {
      wallets: this.#wallets,
      empty: this.#empty,
      unknown: this.#unknown,
      total,
      traded,
      activeShare: weightOf(traded, total),
      groups: this.#groups.map((group) => ({ ...group })),
      tokens: tradable
        .map(({ holders: _, target, ...token }) => ({
          ...token,
          target: whole > 0 ? target / whole : 0,
        }))
        .toSorted((a, b) => largestFirst(volumeOf(a), volumeOf(b))),
      excluded: tokens
        .filter((one) => !isTraded(one))
        .map(({ token, holders, target }) => ({ token, wallets: holders, target })),
    };
  }
}

const isTraded = ({ token }: { readonly token: Token }): boolean => (token.price ?? 0) > 0;

const volumeOf = ({ buy, sell }: Pick<TokenTrades, 'buy' | 'sell'>): number =>
  buy.total + sell.total;
