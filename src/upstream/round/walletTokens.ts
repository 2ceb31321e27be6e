import type { ForeignToken } from '../reading/read.ts';
import type { KeptUser } from './keptUsers.ts';

/** Users that are looked at before others get their turn. */
const sliceLength = 256;

/** The tokens of all wallets by id, each as it is known best: of two that are as good the one that was read last. Yields between slices. */
export function* tokensOfWallets(
  users: Iterable<Pick<KeptUser, 'user' | 'walletsAt'>>,
): Generator<void, ReadonlyMap<string, ForeignToken>> {
  const known = new Map<string, { readonly token: ForeignToken; readonly readAt: number }>();
  let count = 0;
  for (const { user, walletsAt } of users) {
    const readAt = walletsAt ?? Number.NEGATIVE_INFINITY;
    for (const { token } of user.wallets?.flatMap(({ tokens }) => tokens ?? []) ?? []) {
      const before = known.get(token.id);
      const isLater = before === undefined || readAt > before.readAt;
      const [later, earlier] = isLater ? [token, before?.token] : [before.token, token];
      known.set(token.id, {
        token: betterToken(later, earlier),
        readAt: isLater ? readAt : before.readAt,
      });
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
  return { ...price, symbol: price.symbol ?? rest.symbol, name: price.name ?? rest.name };
}

const rank = ({ price, isPriceDerived, priceAt }: ForeignToken): number =>
  price === null ? -Infinity : isPriceDerived ? -1 : (priceAt ?? 0);
