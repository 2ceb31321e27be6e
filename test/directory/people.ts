import * as fc from 'fast-check';
import { recordTimes } from '#analytics/grid.ts';
import { day, hour, minute, stepOf, windowOf } from '#contract/historyType.ts';
import { createDirectory, type Directory, type DirectoryUser } from '#directory/directory.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { PriceSource } from '#directory/prices.ts';
import { inOneGo } from '#directory/slices.ts';

export const asOf = Date.UTC(2025, 5, 18, 10, 7);

interface Token {
  readonly firstAt: number;
  readonly step: number;
  readonly lastAt: number;
}

/** Tokens of all kinds: fine and coarse prices, one that begins within a month, one whose prices ended, one without any. */
export const tokens: Readonly<Record<string, Token>> = {
  btc: { firstAt: 0, step: 5 * minute, lastAt: Infinity },
  eth: { firstAt: 0, step: hour, lastAt: Infinity },
  old: { firstAt: 0, step: day, lastAt: asOf - 500 * day },
  daily: { firstAt: 0, step: day, lastAt: Infinity },
  late: { firstAt: asOf - 20 * day - 7 * minute, step: 5 * minute, lastAt: Infinity },
  never: { firstAt: Infinity, step: day, lastAt: Infinity },
};

/** A pure function of token and time, in steps of the token's resolution. */
function priceOf(id: string, at: number): number {
  const token = tokens[id];
  if (token === undefined || at < token.firstAt) return Number.NaN;
  const since = Math.floor(Math.min(at, token.lastAt) / token.step);
  return 1 + id.length + Math.sin(since / 97 + id.length) + Math.cos(since / 13);
}

export function sourceAt(at: number): PriceSource {
  return {
    asOf: () => at,
    tokenIds: () => Object.keys(tokens),
    series: (id, times) => Float64Array.from(times, (time) => priceOf(id, Math.min(time, at))),
    finestStep(ids, from, to) {
      const steps = [...ids].flatMap((id) => {
        const token = tokens[id];
        return token === undefined || token.lastAt <= from || token.firstAt > to ? [] : token.step;
      });
      return steps.length === 0 ? null : Math.min(...steps);
    },
  };
}

const word = fc.constantFrom(
  'a',
  'B',
  'ä',
  'Zoë',
  'CH',
  'gold',
  '日本',
  'a/b?c#d e%2F',
  "O'Neil",
  '0',
);
const id = fc.oneof(
  word,
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.isWellFormed()),
);
const value = fc.oneof(
  word,
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.array(word, { maxLength: 3 }),
  fc.record({ level: fc.integer({ min: 0, max: 3 }) }),
);
const attributes = fc.dictionary(
  fc.constantFrom('tier', 'country', 'kyc', '__proto__', 'constructor', 'a.b', 'Team'),
  value,
  { maxKeys: 4 },
);
const positions = fc.uniqueArray(
  fc.record({
    token: fc.constantFrom(...Object.keys(tokens)),
    amount: fc.constantFrom(0, 0.1, 1, 3, 1e6),
  }),
  { selector: ({ token }) => token, maxLength: 4 },
);
const instant = fc.oneof(
  fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }).map((minutes) => asOf - minutes * minute),
  fc.integer({ min: 0, max: 24 * 60 }).map((minutes) => asOf - minutes * minute),
);
const wallet = fc.record({
  thematic: fc.constantFrom('defi', 'layer-1', 'rwa'),
  statements: fc
    .uniqueArray(fc.record({ at: instant, positions }), { selector: ({ at }) => at, maxLength: 4 })
    .map((all) => all.toSorted((a, b) => a.at - b.at)),
});

export const someHoldings = fc
  .uniqueArray(wallet, { selector: ({ thematic }) => thematic, maxLength: 3 })
  .map((wallets) => {
    const held = wallets.flatMap(({ statements }) =>
      statements.filter((one) => one.positions.some(({ amount }) => amount > 0)),
    );
    const heldFrom = Math.min(...held.map(({ at }) => at));
    return { heldFrom: Number.isFinite(heldFrom) ? heldFrom : null, wallets };
  });

const someone = fc.record({
  person: fc.record({
    customId: id,
    name: fc.option(word),
    attributes,
    createdAt: fc.integer({ min: 0, max: 5 }),
    sample: fc.boolean(),
  }),
  holdings: someHoldings,
});

/** Users with ids of their own, keys from 1 on. */
export const somePeople = (maxLength: number): fc.Arbitrary<DirectoryUser[]> =>
  fc
    .uniqueArray(someone, { selector: ({ person }) => person.customId, maxLength })
    .map((all) => all.map((one, index) => ({ key: index + 1, ...one })));

/** A directory of users, valued at the as of. */
export function directoryOf(users: Iterable<DirectoryUser>, at = asOf): Directory {
  const directory = createDirectory();
  directory.put(users);
  inOneGo(directory.value(sourceAt(at), false));
  return directory;
}

/** The step of a user's history: that of the finest prices of any token held in the period, the type's where none has. */
export function stepFor({ holdings }: DirectoryUser, period: DirectoryPeriod, at = asOf): number {
  const window = windowOf[period] ?? 0;
  const first = Math.ceil((at - window) / stepOf[period]) * stepOf[period];
  const held = holdings.wallets.flatMap(({ statements }) =>
    statements.flatMap((statement, index) =>
      (statements[index + 1]?.at ?? Infinity) > first
        ? statement.positions.filter(({ amount }) => amount > 0)
        : [],
    ),
  );
  const finest = sourceAt(at).finestStep(new Set(held.map(({ token }) => token)), at - window, at);
  return Math.max(stepOf[period], finest ?? 0);
}

/** The records of a window, whether or not the user held anything. */
export function recordsOf(user: DirectoryUser, period: DirectoryPeriod, at = asOf): Float64Array {
  const step = stepFor(user, period, at);
  return recordTimes({ asOf: at, window: windowOf[period], step, start: -Infinity });
}

/** What a user held of each token in each wallet at an instant, in the order of the sums. */
export function heldAt({ holdings }: DirectoryUser, at: number) {
  return holdings.wallets.map(
    ({ statements }) => statements.findLast((one) => one.at <= at)?.positions ?? [],
  );
}

export function totalAt(user: DirectoryUser, at: number): number {
  let total = 0;
  for (const own of heldAt(user, at)) {
    let walletTotal = 0;
    for (const { token, amount } of own) {
      const worth = amount * priceOf(token, at);
      if (!Number.isNaN(worth)) walletTotal += worth;
    }
    total += walletTotal;
  }
  return total;
}

export { priceOf };

/** Filters that exclude: most leave some users. */
export const someExcluded = fc.record({
  thematics: fc.subarray(['defi', 'unknown']),
  tokens: fc.subarray(['late', 'unknown']),
  attributes: fc.array(
    fc.record({
      name: fc.constantFrom('tier', 'country', 'kyc.level', '__proto__', 'nobody'),
      values: fc.subarray(['gold', 'CH', '2', 'true', '0'], { minLength: 1 }),
    }),
    { maxLength: 2 },
  ),
  attributeNames: fc.subarray(['kyc', '__proto__', 'a', 'nobody'], { maxLength: 2 }),
});
