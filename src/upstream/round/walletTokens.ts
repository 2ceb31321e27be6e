import type { ForeignToken } from '../reading/read.ts';
import type { KeptUser } from './keptUsers.ts';

/** Users that are looked at before others get their turn. */
const sliceLength = 256;

/** The tokens of all wallets by id, each as it is known best: of two that are as good the one that was read last. Yields between slices. */
export function* tokensOfWallets(
  users: Iterable<Pick<KeptUser, 'user' | 'walletsAt'>>,
): Generator<void, ReadonlyMap<string, ForeignToken>> {
  const known = new Map<string, { token: ForeignToken; readAt: number }>();
  let count = 0;
  for (const { user, walletsAt } of users) {
    const readAt = walletsAt ?? Number.NEGATIVE_INFINITY;
    for (const { tokens } of user.wallets ?? []) {
      for (const { token } of tokens ?? []) {
        const one = known.get(token.id);
        if (one === undefined) known.set(token.id, { token, readAt });
        else if (readAt < one.readAt) one.token = betterToken(one.token, token);
        else {
          one.token = betterToken(token, one.token);
          one.readAt = readAt;
        }
      }
    }
    count += 1;
    if (count % sliceLength === 0) yield;
  }
  return new Map([...known].map(([id, { token }]) => [id, token]));
}

/** Of one token in two places: what is stated goes before what is derived, the later price before the earlier, else the first one. */
export function betterToken(one: ForeignToken, other: ForeignToken | undefined): ForeignToken {
  if (other === undefined) return one;
  const [price, rest] = rank(other) > rank(one) ? [other, one] : [one, other];
  if (price.symbol !== null && price.name !== null) return price;
  return { ...price, symbol: price.symbol ?? rest.symbol, name: price.name ?? rest.name };
}

const rank = ({ price, isPriceDerived, priceAt }: ForeignToken): number =>
  price === null ? -Infinity : isPriceDerived ? -1 : (priceAt ?? 0);
