import { deserialize, serialize } from 'node:v8';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDirectory, type Directory } from '#directory/directory.ts';
import type { PackedUsers } from '#directory/packedUsers.ts';
import { inOneGo } from '#directory/slices.ts';
import { asOf, directoryOf, somePeople, sourceAt } from './people.ts';
import { everybody, find, slow } from './querying.ts';

/** As a part is stored and read. */
const stored = (users: PackedUsers): PackedUsers => deserialize(serialize(users));

function contentOf(directory: Directory) {
  const { people, holdings } = directory.tables;
  return {
    found: find(directory, { ...everybody, sort: { by: 'customId', isDescending: false } }),
    people: [...directory.keys].map((key) => {
      const rowIndex = people.rowIndexOf(key) ?? -1;
      return { key, ...people.read(rowIndex), isThinned: holdings.isThinned(rowIndex) };
    }),
  };
}

test('a directory from packs answers as the one that was packed', slow, () => {
  fc.assert(
    fc.property(somePeople(30), fc.nat(), (users, cut) => {
      const thinned = users.map((user, index) => ({
        ...user,
        holdings: { ...user.holdings, isThinned: index % 3 === 0 },
      }));
      const packed = directoryOf(thinned);
      const keys = [...packed.keys];
      const split = cut % (keys.length + 1);
      const loaded = createDirectory();
      // The second pack has other numbers for the same names.
      loaded.unpack(stored(packed.pack(keys.slice(split))));
      loaded.unpack(stored(packed.pack(keys.slice(0, split))));
      inOneGo(loaded.value(sourceAt(asOf), false));
      const byKey = (content: ReturnType<typeof contentOf>) => ({
        ...content,
        people: content.people.toSorted((a, b) => a.key - b.key),
      });
      expect(byKey(contentOf(loaded))).toEqual(byKey(contentOf(packed)));
    }),
  );
});

test('a pack replaces users that are there, in figures too', slow, () => {
  fc.assert(
    fc.property(somePeople(12), somePeople(12), (before, after) => {
      const directory = directoryOf(before);
      directory.unpack(stored(directoryOf(after).pack(after.map(({ key }) => key))));
      const expected = directoryOf(before);
      expected.put(after);
      expect(contentOf(directory)).toEqual(contentOf(expected));
    }),
  );
});

test('unknown users are left out of a pack', () => {
  expect([...createDirectory().pack([1, 2]).keys]).toEqual([]);
});
