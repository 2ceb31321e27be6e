import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directoryColumnNames } from '#contract/directory.ts';
import { directoryRanges } from '#contract/directoryParameters.ts';
import { day } from '#contract/historyType.ts';
import { createDirectory, type Directory, type DirectoryUser } from '#directory/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { DirectoryPageQuery } from '#directory/query.ts';
import type { ModelRow } from '#directory/row.ts';
import { inOneGo } from '#directory/slices.ts';
import { asOf, directoryOf, heldAt, someHoldings, somePeople, sourceAt } from './people.ts';
import { everybody, find, slow } from './querying.ts';
import { query } from './queries.ts';
import { referenceRows } from './reference.ts';

function allRows(directory: Directory, period: DirectoryPageQuery['period']): ModelRow[] {
  const sort = { by: 'customId', isDescending: false } as const;
  return find(directory, { ...everybody, period, sort, limit: 1000 }).rows;
}

const heldOf = (users: readonly DirectoryUser[]) =>
  new Map(
    users.map((user) => [
      user.person.customId,
      new Set(heldAt(user, asOf).flatMap((own) => own.map(({ token }) => token))),
    ]),
  );

const isOfHeld = ({ thematics, tokens }: DirectoryPageQuery) =>
  thematics.length + tokens.length > 0;

const prices = sourceAt(asOf);

/** A row with what its user holds of the thematics and tokens that a query filters. */
function withHeld(
  row: ModelRow,
  users: readonly DirectoryUser[],
  query: DirectoryPageQuery,
): ModelRow {
  const user = users.find(({ person }) => person.customId === row.customId);
  if (user === undefined || !isOfHeld(query)) return row;
  const { thematics, tokens } = query;
  const total = heldAt(user, asOf).reduce((sum, positions, wallet) => {
    const thematic = user.holdings.wallets[wallet]?.thematic ?? '';
    if (thematics.length > 0 && !thematics.includes(thematic)) return sum;
    const wanted = positions.filter(({ token }) => tokens.length === 0 || tokens.includes(token));
    const values = wanted.map(
      ({ token, amount }) =>
        amount * (prices.series(token, Float64Array.of(asOf))[0] ?? Number.NaN),
    );
    return sum + values.reduce((own, value) => (Number.isNaN(value) ? own : own + value), 0);
  }, 0);
  return { ...row, held: { total, share: (row.total ?? 0) > 0 ? total / (row.total ?? 0) : null } };
}

describe('a query', () => {
  test('gives the window that filters and sorts of arrays give', slow, () => {
    fc.assert(
      fc.property(
        somePeople(25),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        (users, queries) => {
          const directory = directoryOf(users);
          for (const one of queries) {
            const rows = allRows(directory, one.period).map((row) => withHeld(row, users, one));
            const wanted = referenceRows(rows, heldOf(users), one);
            const is = find(directory, one);
            expect(is.count).toBe(wanted.length);
            expect(is.of).toBe(users.length);
            expect(is.rows).toEqual(wanted.slice(one.offset, one.offset + one.limit));
            const { up, level, down, unknown } = is.sums;
            const held = wanted.reduce((sum, row) => sum + (row.held?.total ?? 0), 0);
            expect(is.sums.held === null).toBe(!isOfHeld(one));
            expect(Math.abs((is.sums.held ?? 0) - held)).toBeLessThanOrEqual(1e-9 * held);
            expect(up + level + down + unknown).toBe(is.count);
            expect(is.sums.wallets).toBe(
              wanted.reduce((sum, row) => sum + (row.walletCount ?? 0), 0),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('finds the same when it is narrowed step by step and widened again', slow, () => {
    fc.assert(
      fc.property(somePeople(25), query, query, (users, one, other) => {
        const directory = directoryOf(users);
        const typed = Array.from({ length: one.q.length + 1 }, (_, end) => one.q.slice(0, end));
        const steps = [
          ...typed.map((q) => ({ ...everybody, q })),
          { ...one, ranges: {} },
          { ...one, q: `${one.q} ${other.q}` },
          { ...other, q: one.q },
          one,
          ...typed.toReversed().map((q) => ({ ...one, q })),
        ];
        for (const step of steps) {
          expect(find(directory, step)).toEqual(find(directoryOf(users), step));
        }
      }),
      { numRuns: 20 },
    );
  });

  test(
    'stays right whatever is put in, changed and taken out between two, and in the midst of a valuation',
    slow,
    () => {
      const step = fc.oneof(
        fc.record({
          kind: fc.constant('change' as const),
          key: fc.integer({ min: 1, max: 12 }),
          holdings: someHoldings,
          tier: fc.constantFrom('gold', 'CH', 2),
        }),
        fc.record({ kind: fc.constant('delete' as const), key: fc.integer({ min: 1, max: 12 }) }),
        fc.record({ kind: fc.constant('value' as const), slices: fc.nat(40) }),
        fc.record({ kind: fc.constant('find' as const), query }),
      );
      fc.assert(
        fc.property(
          somePeople(12),
          fc.array(step, { minLength: 3, maxLength: 25 }),
          (users, steps) => {
            const directory = directoryOf(users);
            const known = new Map(users.map((user) => [user.key, user]));
            const answers: unknown[][] = [];
            let valuing: Generator<void, void> | null = null;
            for (const one of steps) {
              if (one.kind === 'value') {
                valuing ??= directory.value(sourceAt(asOf), true);
                for (let slice = 0; slice < one.slices && valuing !== null; slice += 1) {
                  if (valuing.next().done === true) valuing = null;
                }
              } else if (one.kind === 'delete') {
                directory.delete([one.key]);
                known.delete(one.key);
              } else if (one.kind === 'change') {
                const { key, holdings, tier } = one;
                const person = known.get(key)?.person ?? {
                  customId: `new ${key}`,
                  name: null,
                  createdAt: 9,
                  sample: false,
                };
                const user = { key, holdings, person: { ...person, attributes: { tier } } };
                directory.put([user]);
                known.set(key, user);
              } else {
                const fresh = directoryOf(known.values());
                answers.push([find(directory, one.query), find(fresh, one.query)]);
              }
            }
            for (const [is, wanted] of answers) expect(is).toEqual(wanted);
            if (valuing !== null) inOneGo(valuing);
            const last = { ...everybody, sort: { by: 'return', isDescending: true } as const };
            expect(find(directory, last)).toEqual(find(directoryOf(known.values()), last));
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  test('orders and filters by every column follow the prices, in every period', slow, () => {
    const later = asOf + 20 * day;
    const sorts = directoryColumnNames.map((by): Partial<DirectoryPageQuery> => {
      return { sort: { by, isDescending: true } };
    });
    const filters = directoryRanges.flatMap(({ name: range }) =>
      [-1, 0, 0.5, 100].map((from): Partial<DirectoryPageQuery> => {
        return { ranges: { [range]: [{ from, to: null }] } };
      }),
    );
    const queries = directoryPeriods.flatMap((period) =>
      [...sorts, ...filters].map((one) => ({ ...everybody, ...one, period })),
    );
    fc.assert(
      fc.property(somePeople(12), (users) => {
        const directory = directoryOf(users);
        for (const one of queries) find(directory, one);
        inOneGo(directory.value(sourceAt(later), true));
        const fresh = directoryOf(users, later);
        for (const one of queries) expect(find(directory, one)).toEqual(find(fresh, one));
      }),
      { numRuns: 20 },
    );
  });

  test('finds of all users what it found before one more came than there was room for', () => {
    const users = Array.from({ length: 1024 }, (_, index): DirectoryUser => {
      const id = String(index).padStart(4, '0');
      const positions = (amount: number) => [
        { token: 'btc', amount: 1 },
        { token: index % 2 === 0 ? 'eth' : 'daily', amount },
      ];
      const statements = [
        { at: 0, positions: positions(10 + index) },
        { at: asOf - day / 2, positions: positions(20 + index) },
      ];
      const thematic = index % 3 === 0 ? 'defi' : 'rwa';
      const person = { customId: id, name: null, attributes: {}, createdAt: 0, sample: false };
      const holdings = { heldFrom: 0, wallets: [{ thematic, statements }] };
      return { key: index + 1, person, holdings };
    });
    const directory = directoryOf(users);
    const capacity = directory.size;
    const allFound = () =>
      directoryPeriods.flatMap((period) =>
        [{}, { thematics: ['defi'] }, { tokens: ['eth'] }].map((filter) => {
          const sort = { by: 'customId', isDescending: false } as const;
          const wanted = { ...everybody, q: '', period, sort, limit: 1024, ...filter };
          return find(directory, wanted).rows;
        }),
      );
    const before = allFound();
    expect(before.map(({ length }) => length)).toEqual(
      directoryPeriods.flatMap(() => [1024, 342, 512]),
    );
    const [last] = users;
    if (last === undefined) throw new Error('nobody');
    directory.put([{ ...last, key: 1025, person: { ...last.person, customId: 'last' } }]);
    expect(directory.size).toBeGreaterThan(capacity);
    const after = allFound();
    expect(after.map((rows) => rows.filter(({ customId }) => customId !== 'last'))).toEqual(before);
  });

  test('without users, and before the first valuation', () => {
    const directory = createDirectory();
    expect(directory.asOf).toBeNull();
    expect(() => inOneGo(directory.find(everybody))).toThrow(
      'The figures of the users are not ready yet',
    );
    inOneGo(directory.value(sourceAt(asOf), false));
    expect(find(directory, everybody)).toMatchObject({
      count: 0,
      of: 0,
      rows: [],
      facets: [],
      asOf,
    });
  });
});
