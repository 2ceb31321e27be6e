import { isObject } from '#contract/mergePatch.ts';
import type { ForeignThematic, ForeignUser, Read, ReadWallets } from './read.ts';
import { areAllWallets } from './readUsers.ts';
import { isFarFrom } from './totals.ts';

type StableValue = string | number | boolean;

/** The parts of an answer that change only if a person changes them, not with prices or time. */
export interface StableParts {
  /** A description: `the user "u1"`. */
  readonly what: string;
  /** By name. Excludes parts that are unknown or that may change by themselves. */
  readonly parts: ReadonlyMap<string, StableValue>;
  /** The time of the last change that the service reports; null if it reports none. */
  readonly updatedAt: number | null;
}

export interface StablePartsAt {
  readonly stable: StableParts;
  /** Epoch milliseconds, as all times here. */
  readonly readAt: number;
}

/** A difference between two answers about the same user, wallets or thematic. */
export interface SeenChange {
  readonly what: string;
  readonly readBefore: number;
  readonly readAt: number;
  /** The time of the change that the service reports; null if it reports none. */
  readonly changedAt: number | null;
}

export function stablePartsOfUser(user: ForeignUser): StableParts {
  const parts = new Map<string, StableValue>([['is there', true]]);
  const names: string[] = [];
  for (const [name, value] of leavesOf(user.attributes)) {
    names.push(name);
    if (name === '/name' || !mayMove(value)) parts.set(name, String(value));
  }
  parts.set('attributes', setOf(names));
  return { what: `the user ${JSON.stringify(user.customId)}`, parts, updatedAt: user.updatedAt };
}

/** Returns null if the list of wallets is incomplete. */
export function stablePartsOfWallets(
  customId: string,
  { value: wallets, ...rest }: ReadWallets,
): StableParts | null {
  if (!areAllWallets(rest)) return null;
  const parts = new Map<string, StableValue>();
  const keys: string[] = [];
  for (const { id, thematic, tokens } of wallets) {
    const key = JSON.stringify(thematic?.id ?? [id]);
    keys.push(key);
    if (tokens === null) continue;
    const positions = Map.groupBy(tokens, ({ token }) => token.id);
    parts.set(`tokens ${key}`, setOf([...positions.keys()]));
    for (const [token, same] of positions) {
      const amounts = same.flatMap(({ amount }) => amount ?? []);
      if (amounts.length < same.length) continue;
      parts.set(
        `amount ${key} ${token}`,
        amounts.reduce((sum, amount) => sum + amount, 0),
      );
    }
  }
  parts.set('wallets', setOf(keys));
  const what = `the wallets of ${JSON.stringify(customId)}`;
  return { what, parts, updatedAt: latestOf(wallets) };
}

export function stablePartsOfThematic(thematic: ForeignThematic): StableParts {
  const what = `the thematic ${JSON.stringify(thematic.id)}`;
  const parts = new Map<string, StableValue>([['is there', true], ...partsOfThematic(thematic)]);
  return { what, parts, updatedAt: thematic.updatedAt };
}

/** Returns null if the list of thematics is incomplete. */
export function stablePartsOfThematics({
  value: thematics,
  unread,
  incomplete,
}: Read<readonly ForeignThematic[]>): StableParts | null {
  const isUnreadable = unread.some(({ what }) => ['thematic', 'answer'].includes(what));
  if (isUnreadable || incomplete.length > 0) return null;
  const parts = new Map<string, StableValue>([['thematics', setOf(thematics.map(({ id }) => id))]]);
  for (const one of thematics) {
    for (const [name, value] of partsOfThematic(one)) parts.set(`${one.id} ${name}`, value);
  }
  return { what: 'the thematics', parts, updatedAt: latestOf(thematics) };
}

/** The state of a user or thematic that does not exist yet. */
export const nothingThere: StableParts = {
  what: '',
  parts: new Map([['is there', false]]),
  updatedAt: null,
};

/** Returns the change between two answers, or null if they agree in all parts that both contain. */
export function changeBetween(
  before: StablePartsAt,
  { stable, readAt }: StablePartsAt,
): SeenChange | null {
  const { parts, updatedAt } = before.stable;
  const isChange = [...stable.parts].some(([name, value]) => {
    const old = parts.get(name);
    return old !== undefined && isOther(old, value);
  });
  if (!isChange) return null;
  const changedAt = stable.updatedAt === updatedAt ? null : stable.updatedAt;
  return { what: stable.what, readBefore: before.readAt, readAt, changedAt };
}

// Weights are excluded: some services report current weights, which move with prices.
function partsOfThematic({ name, tokens }: ForeignThematic): [string, StableValue][] {
  const parts: [string, StableValue][] = [];
  if (name !== null) parts.push(['name', name]);
  if (tokens !== null) parts.push(['tokens', setOf(tokens.map(({ token }) => token.id))]);
  return parts;
}

/** Lists scalar values and empty containers with their JSON Pointers. Skips null, which equals a missing value. */
function* leavesOf(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (value === null) return;
  const below = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  for (const [name, one] of below) yield* leavesOf(one, `${path}/${name}`);
  if (below.length === 0) yield [path, typeof value === 'object' ? '' : value];
}

/** An attribute with a digit may be an amount, a share or a time, so its change does not count as an edit. */
const mayMove = (value: unknown): boolean => /\d/.test(String(value));

/** An amount may be derived from prices, so it varies slightly between answers. */
function isOther(one: StableValue, other: StableValue): boolean {
  const areNumbers = typeof one === 'number' && typeof other === 'number';
  return areNumbers ? isFarFrom(one, other) : one !== other;
}

const setOf = (names: readonly string[]): string => JSON.stringify([...new Set(names)].toSorted());

function latestOf(all: readonly { readonly updatedAt: number | null }[]): number | null {
  return all.reduce<number | null>(
    (latest, { updatedAt }) =>
      updatedAt === null ? latest : Math.max(latest ?? updatedAt, updatedAt),
    null,
  );
}
