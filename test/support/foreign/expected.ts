import type { History } from '#contract/history.ts';
import { formatTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { User } from '#contract/user.ts';
import type { Wallet } from '#contract/wallet.ts';
import { carriedHistory } from './createWriter.ts';
import type { Dialect } from './dialect.ts';
import type { TrueRecord, TrueThematic, TrueToken, TrueUser, TrueWallet } from './truth.ts';
import { ids } from './writing.ts';

// The truth as in our contract, as far as a dialect reports it; null: not reported.

const idIn = (dialect: Dialect, id: string): string => String(ids[dialect.ids](id));
const timeIn = (dialect: Dialect, at: number): string | null =>
  dialect.dates ? formatTime(at) : null;

export function expectedUser(dialect: Dialect, user: TrueUser): User {
  return {
    ...user.attributes,
    _id: dialect.id === '`customId`' ? user.customId : idIn(dialect, user.id),
    customId: user.customId,
    createdAt: timeIn(dialect, user.createdAt),
    updatedAt: timeIn(dialect, user.updatedAt),
    total: user.total,
    walletCount: user.wallets.length,
  };
}

/** User in the list of all users, without requests for the wallets of each. */
export function expectedUserInList(dialect: Dialect, user: TrueUser): User {
  const { customId } = user;
  const nothing = { createdAt: null, updatedAt: null, total: null, walletCount: null };
  if (dialect.users === 'ids alone') return { ...nothing, _id: customId, customId };
  const isKnown =
    dialect.totals === 'of users, wallets and positions' || dialect.users === 'users with wallets';
  const all = expectedUser(dialect, user);
  return isKnown ? all : { ...all, total: null, walletCount: null };
}

/** @param isPriced a price is available: a thematic reports tokens without amounts. */
function expectedToken(dialect: Dialect, token: TrueToken, isPriced: boolean): Token {
  const { id, symbol, name, price } = token;
  return dialect.token === 'an id'
    ? { _id: id, symbol: id, name: id, price: isPriced ? price : null, priceAt: null }
    : { _id: id, symbol, name, price, priceAt: null };
}

export function expectedWallet(dialect: Dialect, wallet: TrueWallet): Wallet {
  return {
    _id: idIn(dialect, wallet.id),
    user: wallet.user,
    thematics: wallet.thematic,
    total: wallet.total,
    tokens: wallet.positions.map(({ token, amount, total }) => ({
      token: expectedToken(dialect, token, true),
      amount,
      total,
    })),
    updatedAt: timeIn(dialect, wallet.updatedAt),
  };
}

export function expectedThematic(dialect: Dialect, thematic: TrueThematic) {
  return {
    _id: thematic.id,
    name: thematic.name,
    description: thematic.description,
    total: thematic.total,
    tokens:
      dialect.thematics === 'thematics without tokens'
        ? null
        : thematic.tokens.map(({ token, weight }) => ({
            token: expectedToken(dialect, token, false),
            weight,
          })),
    createdAt: timeIn(dialect, thematic.createdAt),
  };
}

export function expectedHistory(dialect: Dialect, records: readonly TrueRecord[]): History {
  return carriedHistory(dialect, records).map(({ at, total }) => ({ date: formatTime(at), total }));
}
