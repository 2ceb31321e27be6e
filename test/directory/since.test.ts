import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound } from '#analytics/extent.ts';
import { day, hour, minute } from '#contract/historyType.ts';
import { createDirectory, type Directory, type DirectoryUser } from '#directory/directory.ts';
import { sinceColumn } from '#contract/directorySince.ts';
import { inOneGo } from '#directory/slices.ts';
import { asOf, directoryOf, heldAt, priceOf, somePeople, sourceAt, totalAt } from './people.ts';
import { everybody, slow } from './querying.ts';

const stepsOfLength = (length: number) =>
  length <= day ? 5 * minute : length <= 7 * day ? hour : length <= 31 * day ? 4 * hour : day;

/** Records of a user from an instant on, whether or not the user held anything. */
function recordsSince(user: DirectoryUser, since: number, at: number): number[] {
  const held = user.holdings.wallets.flatMap(({ statements }) =>
    statements.flatMap((statement, index) =>
      (statements[index + 1]?.at ?? Infinity) > since && statement.at <= at
        ? statement.positions.filter(({ amount }) => amount > 0)
        : [],
    ),
  );
  const finest = sourceAt(at).finestStep(new Set(held.map(({ token }) => token)), since, at) ?? 0;
  const step = Math.max(stepsOfLength(at - since), finest);
  const records = [since];
  for (let one = Math.floor(since / step + 1) * step; one < at; one += step) records.push(one);
  if (since < at) records.push(at);
  return records;
}

/** Return and change of a user, record by record, from the formulas. */
function plainSince(user: DirectoryUser, since: number, at: number) {
  const all = recordsSince(user, since, at);
  const records = all.filter((one) => one >= (user.holdings.heldFrom ?? Infinity));
  const first = records[0] ?? at;
  const step = (all[2] ?? at) - (all[1] ?? since);
  if (records.length < 2 || first - since > step) return { return: null, change: null };
  let index: number | null = null;
  for (let record = 1; record < records.length; record++) {
    const [from = 0, to = 0] = records.slice(record - 1, record + 1);
    let [before, after] = [0, 0];
    for (const { token, amount } of heldAt(user, from).flat()) {
      const price = priceOf(token, from);
      if (Number.isNaN(price)) continue;
      before += amount * price;
      after += amount * priceOf(token, to);
    }
    if (before > 0) index = (index ?? 1) * (after / before);
  }
  const change = totalAt(user, at) - totalAt(user, first);
  return { return: index === null ? null : index - 1, change };
}

/** Measures users as the service does; the holdings in memory are complete. */
function measure(directory: Directory, instants: readonly number[], rows: Uint32Array | null) {
  const { current, tables } = directory;
  if (current === null) throw new Error('no figures');
  const columns = inOneGo(current.since.open(instants));
  const missing = current.since.missing(columns, rows);
  inOneGo(current.since.measure(columns, missing, () => tables.holdings));
  if (rows === null) current.since.complete(columns);
  return { current, columns, missing };
}

function sortedBy(directory: Directory, figure: 'return' | 'change', since: number) {
  const { current, columns } = measure(directory, [since], null);
  const by = sinceColumn(figure, new Date(since).toISOString());
  const query = { ...everybody, sort: { by, isDescending: true } };
  const found = inOneGo(directory.find(query, current, columns[0]));
  return found.rows(0, found.count, false, columns);
}

const someInstant = fc.constantFrom(
  0,
  3 * minute,
  13 * hour,
  3 * day + 7 * minute,
  20 * day + minute,
  200 * day + 5.75 * hour,
  366 * day,
);

test('return and change since an instant are those of a plain loop over the records', slow, () => {
  fc.assert(
    fc.property(somePeople(4), someInstant, (users, ago) => {
      const since = asOf - ago;
      const directory = directoryOf(users);
      for (const row of sortedBy(directory, 'return', since)) {
        const user = users.find(({ person }) => person.customId === row.customId);
        if (user === undefined) throw new Error(row.customId);
        const wanted = plainSince(user, since, asOf);
        const [own] = row.since;
        expect(own?.at).toBe(since);
        expect(own?.change).toBe(wanted.change);
        expect(own?.return === null).toBe(wanted.return === null);
        expect(own?.return ?? 0).toBeCloseTo(
          wanted.return ?? 0,
          9 - Math.log10(1 + Math.abs(wanted.return ?? 0)),
        );
      }
    }),
    { numRuns: 40 },
  );
});

test(
  'sorted users stay those of a new directory after statements, removals, new users and ticks',
  slow,
  () => {
    fc.assert(
      fc.property(somePeople(8), somePeople(8), someInstant, (users, others, ago) => {
        const since = asOf - ago;
        const directory = directoryOf(users);
        sortedBy(directory, 'return', since);
        sortedBy(directory, 'change', since);
        const known = new Map(users.map((one) => [one.key, one]));
        const expectSame = (at: number) => {
          for (const figure of ['return', 'change'] as const) {
            const fresh = directoryOf(known.values(), at);
            expect(sortedBy(directory, figure, since)).toEqual(sortedBy(fresh, figure, since));
          }
        };
        for (const [index, other] of others.entries()) {
          const key = index + 1;
          const own = users[index];
          if (index % 3 === 2) {
            directory.delete([key]);
            known.delete(key);
          } else {
            const id = own?.person.customId ?? `new ${index}`;
            const changed = { ...other, key, person: { ...other.person, customId: id } };
            directory.put([changed]);
            known.set(key, changed);
          }
        }
        expectSame(asOf);
        inOneGo(directory.value(sourceAt(asOf + 7 * hour), true));
        // The users were measured with the valuation.
        expect(measure(directory, [since], null).missing).toHaveLength(0);
        expectSame(asOf + 7 * hour);
        inOneGo(directory.value(sourceAt(asOf + 8 * hour), false));
        expectSame(asOf + 8 * hour);
      }),
      { numRuns: 25 },
    );
  },
);

const holder = (key: number): DirectoryUser => ({
  key,
  person: { customId: `${key}`, name: null, attributes: {}, createdAt: 0, sample: false },
  holdings: {
    heldFrom: 0,
    wallets: [
      {
        thematic: 'defi',
        statements: [{ at: 0, positions: [{ token: 'btc', amount: key }] }],
      },
    ],
  },
});

test('only the users of an answer are measured, and each once', () => {
  const directory = directoryOf([1, 2, 3].map(holder));
  const some = Uint32Array.of(0, 2);
  const instants = [asOf - day, asOf - 9 * day];
  expect(measure(directory, instants, some).missing).toEqual(some);
  expect(measure(directory, instants, some).missing).toHaveLength(0);
  expect(measure(directory, instants, null).missing).toEqual(Uint32Array.of(1));
  // Of many instants, those of the last two requests stay in memory.
  for (let ago = 20; ago < 26; ago++) measure(directory, [asOf - ago * day], some);
  expect(measure(directory, instants, null).missing).toHaveLength(3);
  directory.put([holder(2)]);
  expect(measure(directory, instants, null).missing).toEqual(Uint32Array.of(1));
});

/** Returns the longest slice of work in milliseconds of the processor, for which other requests wait. */
function longestSlice(work: Generator<void, unknown>): number {
  for (let longest = 0; ;) {
    const used = process.threadCpuUsage();
    const { done } = work.next();
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, (user + system) / 1000);
    if (done === true) return longest;
  }
}

test('100,000 users are measured and sorted, and no other request waits long', slow, () => {
  const directory = createDirectory();
  const tokens = ['btc', 'eth', 'daily', 'late'];
  for (let from = 0; from < 100_000; from += 1000) {
    directory.put(
      Array.from({ length: 1000 }, (_, index) => {
        const positions = tokens.map((token, at) => ({ token, amount: (from + index + at) % 97 }));
        const person = { customId: `user-${from + index}`, name: null, attributes: {} };
        const statements = [0, asOf - 40 * day, asOf - 3 * day].map((at) => ({ at, positions }));
        return {
          key: from + index,
          person: { ...person, createdAt: 0, sample: false },
          holdings: { heldFrom: 0, wallets: [{ thematic: 'defi', statements }] },
        };
      }),
    );
  }
  inOneGo(directory.value(sourceAt(asOf), false));
  const { current, tables } = directory;
  if (current === null) throw new Error('no figures');
  const since = asOf - 160 * day;
  const began = performance.now();
  const columns = inOneGo(current.since.open([since]));
  const missing = current.since.missing(columns, null);
  const measuring = current.since.measure(columns, missing, () => tables.holdings);
  const longest = [longestSlice(measuring)];
  current.since.complete(columns);
  const by = sinceColumn('return', new Date(since).toISOString());
  const query = { ...everybody, sort: { by, isDescending: true } };
  longest.push(longestSlice(directory.find(query, current, columns[0])));
  const took = performance.now() - began;
  longest.push(longestSlice(directory.value(sourceAt(asOf + minute), true)));

  expect(lowerBound(missing, 99_999)).toBe(99_999);
  expect(Math.max(...longest)).toBeLessThan(50);
  expect(took).toBeLessThan(20_000);
});
