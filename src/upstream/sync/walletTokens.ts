import type { ForeignToken } from '../reading/read.ts';
import type { SyncedUser } from './syncStore.ts';

const sliceLength = 256;

/** Returns the tokens of all wallets by id, with the best known data of each, the latest among equals. Yields between slices. */
export function* tokensOfWallets(
  users: Iterable<Pick<SyncedUser, 'user' | 'walletsAt'>>,
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

/** Merges two data sets of a token. Reported prices win over derived ones, then later ones, then the first. */
export function betterToken(one: ForeignToken, other: ForeignToken | undefined): ForeignToken {
  if (other === undefined) return one;
  const [price, rest] = rank(other) > rank(one) ? [other, one] : [one, other];
  if (price.symbol !== null && price.name !== null) return price;
  return { ...price, symbol: price.symbol ?? rest.symbol, name: price.name ?? rest.name };
}

const rank = ({ price, isPriceDerived, priceAt }: ForeignToken): number =>
  price === null ? -Infinity : isPriceDerived ? -1 : (priceAt ?? 0);
