import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DirectoryUser } from '#directory/directory.ts';
import type { DirectoryPageQuery } from '#directory/query.ts';
import { inOneGo } from '#directory/slices.ts';
import { asOf, directoryOf, somePeople, sourceAt, tokens } from './people.ts';
import { everybody, find, slow } from './querying.ts';

describe('facets', () => {
  test(
    'count each value once for each user, and offer the other values of what is filtered',
    slow,
    () => {
      fc.assert(
        fc.property(somePeople(20), (users) => {
          const directory = directoryOf(users);
          for (const facet of find(directory, everybody).facets) {
            for (const { value, users: count } of facet.values) {
              const filter = { name: facet.name, values: [value] };
              const found = find(directory, { ...everybody, attributes: [filter] });
              expect(found.count).toBe(count);
              expect(found.facets.find((one) => one.name === facet.name)).toEqual(facet);
            }
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  test('name the 50 most frequent values and how many others there are', slow, () => {
    const users = Array.from({ length: 3000 }, (_, index) => ({
      key: index,
      person: {
        customId: `u${index}`,
        name: null,
        attributes: { mail: `${index}@example`, group: `g${Math.floor(Math.sqrt(index))}` },
        createdAt: 0,
        sample: false,
      },
      holdings: { heldFrom: null, wallets: [] },
    }));
    const { facets } = find(directoryOf(users), everybody);
    const [group, mail] = ['group', 'mail'].map((one) =>
      facets.find((facet) => facet.name === one),
    );
    expect(group?.values).toHaveLength(50);
    expect(group?.values[0]).toEqual({ value: 'g53', users: 107 });
    expect(group?.values.at(-1)).toEqual({ value: 'g5', users: 11 });
    expect(group).toMatchObject({ users: 3000, other: 25 });
    expect(mail).toMatchObject({ users: 3000, other: 2950 });
  });
});

test('without matches, it counts the matches without each criterion', () => {
  const users = ['ada', 'bob'].map((customId, key) => ({
    key,
    person: { customId, name: null, attributes: { tier: 'gold' }, createdAt: 0, sample: false },
    holdings: { heldFrom: null, wallets: [] },
  }));
  const found = find(directoryOf(users), {
    ...everybody,
    q: 'ada',
    attributes: [{ name: 'tier', values: ['silver'] }],
  });
  expect(found.without).toEqual({ q: 0, 'attribute.tier': 1 });
});

test('an attribute that changes for ever does not grow', slow, () => {
  const directory = directoryOf([]);
  const holdings = {
    heldFrom: asOf,
    wallets: [
      {
        thematic: 'defi',
        statements: [
          { at: asOf, positions: Object.keys(tokens).map((token) => ({ token, amount: 1 })) },
        ],
      },
    ],
  };
  const seen = (round: number) => {
    const person = {
      customId: 'a',
      name: `name ${round}`,
      createdAt: 0,
      sample: false,
      attributes: { seen: `${'x'.repeat(200)} ${round}` },
    };
    directory.put([{ key: 1, holdings, person }]);
  };
  for (let round = 0; round < 2000; round += 1) seen(round);
  inOneGo(directory.value(sourceAt(asOf), true));
  const early = directory.size;
  for (let round = 2000; round < 20_000; round += 1) seen(round);
  inOneGo(directory.value(sourceAt(asOf), true));
  expect(directory.size).toBeLessThan(early * 2 + 10_000_000);
});

test('100,000 users: the largest, a search and the last page', slow, () => {
  const users = Array.from({ length: 100_000 }, (_, key): DirectoryUser => {
    const positions = [{ token: 'btc', amount: (key * 7919) % 100_003 }];
    const country = ['CH', 'DE', 'FR'][key % 3];
    return {
      key,
      person: {
        customId: `u-${key}`,
        name: null,
        attributes: { country },
        createdAt: key,
        sample: false,
      },
      holdings: {
        heldFrom: 0,
        wallets: [{ thematic: 'defi', statements: [{ at: 0, positions }] }],
      },
    };
  });
  const directory = directoryOf(users);
  const ids = (query: Partial<DirectoryPageQuery>) =>
    find(directory, { ...everybody, limit: 3, ...query }).rows.map((row) => row.customId);
  const bySize = users
    .toSorted((a, b) => ((b.key * 7919) % 100_003) - ((a.key * 7919) % 100_003))
    .map((user) => user.person.customId);
  expect(ids({})).toEqual(bySize.slice(0, 3));
  expect(ids({ offset: 99_998 })).toEqual(bySize.slice(-2));
  expect(ids({ q: 'country:ch 9999' })).toEqual(
    bySize.filter((id) => id.includes('9999') && Number(id.slice(2)) % 3 === 0).slice(0, 3),
  );
  expect(find(directory, { ...everybody, offset: 100_000 }).rows).toEqual([]);
});
