import { day, hour, type HistoryType, windowOf } from '#contract/historyType.ts';
import {
  awkwardIds,
  definitions,
  firstWallets,
  quantised,
  shareAt,
  stepOf,
  tokenOf,
  tokens,
  type Kept,
} from './firstFigures.ts';

// Every figure is a multiple of 1/64 below 2^40: sums are exact in any order, six decimals suffice, and a price is total ÷
// amount.

export interface TrueToken {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
}

export interface TruePosition {
  readonly token: TrueToken;
  readonly amount: number;
  readonly total: number;
}

export interface TrueWallet {
  readonly id: string;
  readonly user: string;
  readonly thematic: string;
  readonly positions: readonly TruePosition[];
  readonly total: number;
  readonly updatedAt: number;
}

export interface TrueUser {
  readonly customId: string;
  /** Id of the user in the service. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly total: number;
  readonly wallets: readonly TrueWallet[];
}

export interface TrueThematic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Level, 100 at inception. */
  readonly total: number;
  readonly tokens: readonly { readonly token: TrueToken; readonly weight: number }[];
  readonly createdAt: number;
}

/** `total` is null only where a service leaves a gap. */
export interface TrueRecord {
  readonly at: number;
  readonly total: number | null;
}

export interface TrueChange {
  readonly type: 'user.created' | 'user.updated' | 'user.removed' | 'wallet.updated';
  readonly customId: string;
  readonly thematic: string | null;
}

/** Data that every implementation reports, each in its own way. A test may change it. */
export interface Truth {
  /** The end of every history, in epoch milliseconds; a whole second. */
  readonly now: number;
  readonly tokens: readonly TrueToken[];
  readonly thematics: readonly TrueThematic[];
  /** In order of creation. */
  users(): readonly TrueUser[];
  user(customId: string): TrueUser | null;
  /** Returns the history of all wallets of a user, or of the one in a thematic, ascending; empty without a wallet. */
  historyOf(customId: string, type: HistoryType, thematic?: string): readonly TrueRecord[];
  /** Returns the history of the level of a thematic, ascending. */
  levelsOf(thematic: string, type: HistoryType): readonly TrueRecord[];
  createUser(customId: string, attributes?: Record<string, unknown>): void;
  setAttributes(customId: string, attributes: Record<string, unknown>): void;
  /** Opens the wallet if there is none. Amount 0 removes the token. */
  setAmount(customId: string, thematic: string, token: string, amount: number): void;
  removeUser(customId: string): void;
  /** Calls back at each change. @returns a function that stops it. */
  follow(listener: (change: TrueChange) => void): () => void;
}

export interface TruthOptions {
  /** Epoch milliseconds, truncated to the second. */
  readonly now?: number;
  readonly users?: number;
}

interface Person {
  readonly customId: string;
  readonly id: string;
  readonly index: number;
  attributes: Record<string, unknown>;
  readonly createdAt: number;
  updatedAt: number;
  readonly wallets: Kept[];
  /** Cached answer; null after a change. */
  view: TrueUser | null;
}

function walletOf(person: Person, kept: Kept): TrueWallet {
  const positions = [...kept.amounts].map(([name, amount]) => {
    const token = tokenOf(name);
    return { token, amount, total: amount * token.price };
  });
  return {
    id: kept.id,
    user: person.customId,
    thematic: kept.thematic,
    positions,
    total: positions.reduce((sum, { total }) => sum + total, 0),
    updatedAt: kept.updatedAt,
  };
}

function userOf(person: Person): TrueUser {
  person.view ??= viewOf(person);
  return person.view;
}

function viewOf(person: Person): TrueUser {
  const wallets = person.wallets.map((kept) => walletOf(person, kept));
  const { customId, id, attributes, createdAt, updatedAt } = person;
  const total = wallets.reduce((sum, wallet) => sum + wallet.total, 0);
  return { customId, id, attributes, createdAt, updatedAt, total, wallets };
}

/** Creates 30 users with up to four wallets, four thematics and ten tokens, the same for the same options. */
export function createTruth({
  now: wanted = Date.UTC(2026, 5, 17, 14, 23, 40),
  users = 30,
}: TruthOptions = {}): Truth {
  const now = Math.floor(wanted / 1000) * 1000;
  const listeners = new Set<(change: TrueChange) => void>();
  const people = new Map<string, Person>();
  let born = 0;

  function add(customId: string, attributes: Record<string, unknown>, createdAt: number): Person {
    const index = born;
    born += 1;
    const id = `U${String(index).padStart(6, '0')}`;
    const person = {
      customId,
      id,
      index,
      attributes,
      createdAt,
      updatedAt: createdAt,
      wallets: [],
      view: null,
    };
    people.set(customId, person);
    return person;
  }

  for (let index = 0; index < users; index += 1) {
    const customId = awkwardIds[index] ?? `user-${index}`;
    const createdAt = now - (400 + index) * day;
    const attributes = {
      name: `Holder ${index} of ${users}`,
      country: ['CH', 'DE', 'JP'][index % 3],
      ...(index % 5 === 0 ? { desk: { city: 'Zürich', floor: index } } : {}),
    };
    const person = add(customId, attributes, createdAt);
    person.wallets.push(...firstWallets(index, customId, now - (1 + index) * hour));
  }
  // User with the longest possible figures.
  people.get('日本')?.wallets[0]?.amounts.set('btc', 1_234_567.25);

  /** Returns the instants of a history: complete steps before now, and now. */
  function instants(type: HistoryType, since: number): number[] {
    const step = stepOf[type];
    const first = Math.max(since, now - (windowOf[type] ?? Infinity));
    const count = Math.floor((now - first) / step);
    return Array.from({ length: count + 1 }, (_, at) => now - (count - at) * step);
  }

  function personOf(customId: string): Person {
    const person = people.get(customId);
    if (person === undefined) throw new Error(`The truth has no user ${customId}.`);
    return person;
  }

  function publish(change: TrueChange): void {
    for (const listener of listeners) listener(change);
  }

  const thematics = definitions.map(({ id, name, level, weights }, index) => ({
    id,
    name,
    description: `What ${name} stands for.`,
    total: level,
    tokens: Object.entries(weights).map(([token, weight]) => ({ token: tokenOf(token), weight })),
    createdAt: now - (900 + index) * day,
  }));

  return {
    now,
    tokens,
    thematics,
    users: () => [...people.values()].map(userOf),
    user(customId) {
      const person = people.get(customId);
      return person === undefined ? null : userOf(person);
    },
    historyOf(customId, type, thematic) {
      const person = personOf(customId);
      const held = person.wallets.filter(
        (kept) => thematic === undefined || kept.thematic === thematic,
      );
      if (held.length === 0) return [];
      const lines = held.map((kept, phase) => ({
        total: walletOf(person, kept).total,
        past: kept.past,
        phase,
      }));
      // User who existed before holding anything: zeros at the start.
      const heldSince = person.index === 7 ? person.createdAt + 100 * day : person.createdAt;
      return instants(type, person.createdAt).map((at) => ({
        at,
        total:
          at < heldSince
            ? 0
            : lines.reduce((sum, { total, past, phase }) => {
                const share = shareAt(now - at, phase + (person.index % 7));
                return sum + quantised((at === now ? total : total + past) * share);
              }, 0),
      }));
    },
    levelsOf(id, type) {
      const index = thematics.findIndex((one) => one.id === id);
      const thematic = thematics[index];
      if (thematic === undefined) throw new Error(`The truth has no thematic ${id}.`);
      return instants(type, thematic.createdAt).map((at) => ({
        at,
        total: quantised(thematic.total * shareAt(now - at, index)),
      }));
    },
    createUser(customId, attributes = {}) {
      add(customId, attributes, now);
      publish({ type: 'user.created', customId, thematic: null });
    },
    setAttributes(customId, attributes) {
      const person = personOf(customId);
      person.attributes = attributes;
      person.updatedAt = now;
      person.view = null;
      publish({ type: 'user.updated', customId, thematic: null });
    },
    setAmount(customId, thematic, token, amount) {
      const person = personOf(customId);
      let kept = person.wallets.find((one) => one.thematic === thematic);
      if (kept === undefined) {
        const id = `w-${person.index}-${person.wallets.length}`;
        kept = { id, thematic, amounts: new Map(), past: 0, updatedAt: now };
        person.wallets.push(kept);
      }
      if (amount === 0) kept.amounts.delete(tokenOf(token).id);
      else kept.amounts.set(tokenOf(token).id, amount);
      kept.updatedAt = now;
      person.view = null;
      publish({ type: 'wallet.updated', customId, thematic });
    },
    removeUser(customId) {
      people.delete(customId);
      publish({ type: 'user.removed', customId, thematic: null });
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
