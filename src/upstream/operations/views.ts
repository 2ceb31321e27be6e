import type { PeriodChanges } from '#contract/change.ts';
import type { History } from '#contract/history.ts';
import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import type { Constituent, Thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { User } from '#contract/user.ts';
import type { TokenPosition, Wallet } from '#contract/wallet.ts';
import type { Webhook } from '#contract/webhook.ts';
import { tagOf } from '#platform/http/conditions.ts';
import { inWords } from '../reading/findingTexts.ts';
import type {
  ForeignConstituent,
  ForeignPosition,
  ForeignRecord,
  ForeignThematic,
  ForeignToken,
  ForeignTotal,
  ForeignUser,
  ForeignWallet,
  ForeignWebhook,
  ReadWallets,
} from '../reading/read.ts';

// Converts parsed data to our contract. null means that the service does not report the value.

const timeText = (at: number | null): string | null => (at === null ? null : formatTime(at));

/** Omits null attributes: services that replace attributes store a removed one as null. */
export function attributesOfForeign({ attributes }: ForeignUser): JsonObject {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}

export function userFrom(user: ForeignUser): User {
  const own = {
    _id: user.id ?? user.customId,
    customId: user.customId,
    createdAt: timeText(user.createdAt),
    updatedAt: timeText(user.updatedAt),
    total: user.total,
    walletCount: user.walletCount,
  };
  const { sample, ...attributes } = attributesOfForeign(user);
  // In our contract, `sample` marks sample users.
  const marked = typeof sample === 'boolean' ? { sample } : {};
  return { ...own, ...attributes, ...marked, ...own };
}

/** Returns the entity tag of a user's attributes, regardless of their order. Only attributes can be changed here. */
export function tagOfForeign(user: ForeignUser): string {
  return tagOf(
    JSON.stringify(attributesOfForeign(user), (_, value: unknown) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value,
    ),
  );
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

export function tokenFrom({ id, symbol, name, price, priceAt }: ForeignToken): Token {
  const shown = symbol ?? name ?? id;
  return { _id: id, symbol: shown, name: name ?? shown, price, priceAt: timeText(priceAt) };
}

export function positionFrom({ token, amount, total }: ForeignPosition): TokenPosition {
  return { token: tokenFrom(token), amount, total };
}

/** @param customId the user whose wallets were requested. */
export function walletFrom(wallet: ForeignWallet, customId: string): Wallet {
  const thematics = wallet.thematic?.id ?? '';
  return {
    _id: wallet.id ?? `${customId} ${thematics}`,
    user: customId,
    thematics,
    total: wallet.total,
    tokens: (wallet.tokens ?? []).map(positionFrom),
    updatedAt: timeText(wallet.updatedAt),
  };
}

export const historyFrom = (records: readonly ForeignRecord[]): History =>
  records.map(({ at, total }) => ({ date: formatTime(at), total }));

export const constituentFrom = ({ token, weight }: ForeignConstituent): Constituent => ({
  token: tokenFrom(token),
  weight,
});

/** @param level the last level of its history. */
export function thematicFrom(
  thematic: ForeignThematic,
  { change, level }: { readonly change: PeriodChanges; readonly level: number | null },
): Thematic {
  return {
    _id: thematic.id,
    name: thematic.name ?? thematic.id,
    description: thematic.description ?? '',
    total: thematic.total ?? level,
    tokens: thematic.tokens?.map(constituentFrom) ?? null,
    change,
    backfilledUntil: timeText(thematic.backfilledUntil),
    createdAt: timeText(thematic.createdAt),
    updatedAt: timeText(thematic.updatedAt),
  };
}

/** Shows status and health if they follow our own schema, and never a secret. */
export function webhookFrom({ id, url, type, createdAt, status, health }: ForeignWebhook): Webhook {
  return {
    _id: id ?? `${type} ${url}`,
    url,
    type,
    status,
    health,
    createdAt: timeText(createdAt),
  };
}

export const isOfPrice = ({ what }: { readonly what: string }): boolean => what === 'price';

export function walletNotes({ value: wallets, unread }: ReadWallets): string[] {
  const unreadable = unread.some(isOfPrice);
  const positions = wallets.flatMap(({ tokens }) => tokens ?? []);
  const unlisted = wallets.filter(({ tokens }) => tokens === null);
  const different = wallets.filter(isDifferent);
  const differentPositions = positions.filter(isDifferent);
  return [
    ...note('The service lists no positions of these wallets', unlisted.map(nameOf)),
    ...note(
      'The reported total differs from the sum of the positions by more than 0.01 %, in the wallets',
      different.map(nameOf),
    ),
    ...note(
      'The reported total differs from amount × price by more than 0.01 %, for the tokens',
      differentPositions.map(({ token }) => token.symbol ?? token.id),
    ),
    ...(positions.some(({ token }) => token.isPriceDerived)
      ? [
          `${unreadable ? 'Such prices' : 'Prices that the service does not report'} are derived: total ÷ amount.`,
        ]
      : []),
    ...(wallets.some(({ thematic }) => thematic === null)
      ? ['A wallet has no readable thematic.']
      : []),
  ];
}

const nameOf = ({ thematic, id }: ForeignWallet): string =>
  thematic?.name ?? thematic?.id ?? id ?? '?';

const isDifferent = ({ differentTotal }: ForeignTotal): boolean => differentTotal !== null;

const note = (start: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${start}: ${inWords([...new Set(names)])}.`];
