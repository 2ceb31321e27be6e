import { isObject } from '#contract/mergePatch.ts';
import type { ForeignThematic, ForeignUser, Read, ReadWallets } from './read.ts';
import { areAllWallets } from './readUsers.ts';
import { isFarFrom } from './totals.ts';

type Part = string | number | boolean;

/** What of something that was read changes only where somebody changes it: prices and time alone leave it as it is. */
export interface StatedParts {
  /** What it is, in words: `the user "u1"`. */
  readonly what: string;
  /** By a name each. What is not known, or may move by itself, is not among them. */
  readonly parts: ReadonlyMap<string, Part>;
  /** When it changed last, as the service says; null: it does not. */
  readonly updatedAt: number | null;
}

/** What was stated when it was read. */
export interface StatedAt {
  readonly stated: StatedParts;
  /** Epoch milliseconds, as all times here. */
  readonly readAt: number;
}

/** Something was read that is not as it was when it was read before. */
export interface SeenChange {
  readonly what: string;
  readonly readBefore: number;
  readonly readAt: number;
  /** When it changed, as the service says; null: it does not. */
  readonly changedAt: number | null;
}

export function statedOfUser(user: ForeignUser): StatedParts {
  const parts = new Map<string, Part>([['is there', true]]);
  const names: string[] = [];
  for (const [name, value] of leavesOf(user.attributes)) {
    names.push(name);
    if (name === '/name' || !mayMove(value)) parts.set(name, String(value));
  }
  parts.set('attributes', setOf(names));
  return { what: `the user ${JSON.stringify(user.customId)}`, parts, updatedAt: user.updatedAt };
}

/** null: it is not known which wallets there are. */
export function statedOfWallets(
  customId: string,
  { value: wallets, ...rest }: ReadWallets,
): StatedParts | null {
  if (!areAllWallets(rest)) return null;
  const parts = new Map<string, Part>();
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

export function statedOfThematic(thematic: ForeignThematic): StatedParts {
  const what = `the thematic ${JSON.stringify(thematic.id)}`;
  const parts = new Map<string, Part>([['is there', true], ...partsOfThematic(thematic)]);
  return { what, parts, updatedAt: thematic.updatedAt };
}

/** null: it is not known which thematics there are. */
export function statedOfThematics({
  value: thematics,
  unread,
  incomplete,
}: Read<readonly ForeignThematic[]>): StatedParts | null {
  const isUnreadable = unread.some(({ what }) => ['thematic', 'answer'].includes(what));
  if (isUnreadable || incomplete.length > 0) return null;
  const parts = new Map<string, Part>([['thematics', setOf(thematics.map(({ id }) => id))]]);
  for (const one of thematics) {
    for (const [name, value] of partsOfThematic(one)) parts.set(`${one.id} ${name}`, value);
  }
  return { what: 'the thematics', parts, updatedAt: latestOf(thematics) };
}

/** What is stated of a user or a thematic before there is one. */
export const nothingThere: StatedParts = {
  what: '',
  parts: new Map([['is there', false]]),
  updatedAt: null,
};

/** What changed between two readings of the same; null: nothing that both of them state. */
export function changeBetween(before: StatedAt, { stated, readAt }: StatedAt): SeenChange | null {
  const { parts, updatedAt } = before.stated;
  const isChange = [...stated.parts].some(([name, value]) => {
    const old = parts.get(name);
    return old !== undefined && isOther(old, value);
  });
  if (!isChange) return null;
  const changedAt = stated.updatedAt === updatedAt ? null : stated.updatedAt;
  return { what: stated.what, readBefore: before.readAt, readAt, changedAt };
}

// Weights are not among them: some services state what they are now, and that moves with prices.
function partsOfThematic({ name, tokens }: ForeignThematic): [string, Part][] {
  const parts: [string, Part][] = [];
  if (name !== null) parts.push(['name', name]);
  if (tokens !== null) parts.push(['tokens', setOf(tokens.map(({ token }) => token.id))]);
  return parts;
}

/** Values within attributes that are no objects or lists, or empty ones, by JSON Pointers; null is the same as none. */
function* leavesOf(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (value === null) return;
  const below = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  for (const [name, one] of below) yield* leavesOf(one, `${path}/${name}`);
  if (below.length === 0) yield [path, typeof value === 'object' ? '' : value];
}

/** An attribute that holds a digit may be a figure, a share or a time, and is no change of anybody. */
const mayMove = (value: unknown): boolean => /\d/.test(String(value));

/** Amounts may be derived from prices, and are then never twice the same. */
function isOther(one: Part, other: Part): boolean {
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
