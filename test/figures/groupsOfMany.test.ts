import { expect, test } from 'vitest';
import { createDirectory } from '#directory/directory.ts';
import { groupUsers, type CurrentHoldings } from '#directory/grouping.ts';

const count = 100_000;

/** Returns the result of work in slices, with the longest slice in milliseconds of the processor: other requests wait for it. */
function run<Result>(work: Generator<void, Result>) {
  for (let longest = 0; ;) {
    const used = process.threadCpuUsage();
    const { done, value } = work.next();
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, (user + system) / 1000);
    if (done === true) return { result: value, longest };
  }
}

test('100,000 users with as many values are grouped, and no other request waits long', () => {
  const directory = createDirectory();
  for (let from = 0; from < count; from += 1000) {
    directory.put(
      Array.from({ length: 1000 }, (_, index) => ({
        key: from + index,
        person: {
          customId: `user-${from + index}`,
          name: null,
          attributes: { own: `value ${from + index}`, tag: ['a', `b${index}`] },
          createdAt: 0,
          sample: false,
        },
        holdings: { heldFrom: null, wallets: [] },
      })),
    );
  }
  const { tables } = directory;
  const rows = tables.people.rowIndexes();
  const current: CurrentHoldings = {
    totalOf: (rowIndex) => rowIndex,
    eachThematic: () => undefined,
  };
  const scope = { rows, thematic: null };
  const own = run(groupUsers('attribute.own', scope, tables, current, { attributes: [] }));
  expect(own.result.groups).toHaveLength(100);
  expect(own.result.groups[0]).toMatchObject({ value: `value ${count - 1}`, count: 1 });
  expect(own.result.others).toMatchObject({ groups: count - 100, count: count - 100 });
  const tags = run(groupUsers('attribute.tag', scope, tables, current, { attributes: [] }));
  expect(tags.result.groups[0]).toMatchObject({ value: 'a', count });
  // All of them are in the group that is shown.
  expect(tags.result.others).toMatchObject({ groups: 901, count: 0 });
  expect(tags.result.repeated).toBe(count);
  expect(Math.max(own.longest, tags.longest)).toBeLessThan(50);
});
