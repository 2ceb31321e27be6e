import { expect, test } from 'vitest';
import { createDirectory } from '#directory/directory.ts';
import { everyone } from '#directory/query.ts';
import { heldByMembers } from '#figures/bookHeld.ts';
import { partsOfBook } from '#figures/bookParts.ts';
import { totalsOver } from '#figures/heldOver.ts';
import { historySpan } from '#figures/historySpan.ts';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { testNow } from '#test/support/service.ts';

const day = 86_400_000;
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

const market = createSwitchableMarket(
  createSimulatedMarket({ seed: 1, clock: () => testNow, tickSeconds: 10 }),
);
const [token = '', other = ''] = market.tokens().map(({ _id }) => _id);

test('a book of 100,000 users by id and by attribute adds up, and no other request waits long', () => {
  const directory = createDirectory();
  const at = testNow - 100 * day;
  for (let from = 0; from < count; from += 1000) {
    directory.put(
      Array.from({ length: 1000 }, (_, index) => ({
        key: from + index,
        person: {
          customId: `user-${from + index}`,
          name: null,
          attributes: { country: index % 2 === 0 ? 'CH' : 'JP' },
          createdAt: at,
          sample: false,
        },
        holdings: {
          heldFrom: at,
          wallets: [
            {
              thematic: 'one',
              statements: [
                { at, positions: [{ token, amount: 2 }] },
                { at: at + 40 * day, positions: [{ token: other, amount: 0.1 }] },
              ],
            },
          ],
        },
      })),
    );
  }
  run(directory.value({ ...market, tokenIds: () => [token, other] }, false));
  const all = run(directory.members(everyone));
  const half = run(
    directory.members({ ...everyone, attributes: [{ name: 'country', values: ['CH'] }] }),
  );
  const ids = run(directory.members({ ...everyone, ids: ['user-7', 'user-99999', 'nobody'] }));
  expect([all, half, ids].map(({ result }) => result.rows.length)).toEqual([count, count / 2, 2]);

  const { holdings } = directory.tables;
  const members = {
    rows: all.result.rows,
    holdingsOf: () => holdings,
    tokens: holdings.tokens.all,
    thematics: holdings.thematics.all,
  };
  const held = run(
    heldByMembers(market, members, { from: null, to: market.asOf() }, (between, start) =>
      historySpan(market, 'all', between, start),
    ),
  );
  const book = held.result;
  expect(book?.unknown).toBe(0);
  if (book === null) return;
  const parts = run(partsOfBook(members, book));
  const { times } = book.grid;
  const prices = [token, other].map((id) => market.series(id, times));
  for (const [t, total] of totalsOver(book).entries()) {
    const isOther = (times[t] ?? NaN) >= at + 40 * day;
    const plain = count * (isOther ? 0.1 : 2) * (prices[Number(isOther)]?.[t] ?? NaN);
    expect(Math.abs(total / plain - 1)).toBeLessThan(1e-9);
  }
  expect(parts.result.users.last.reduce((sum, one) => sum + one, 0)).toBeCloseTo(
    totalsOver(book).at(-1) ?? NaN,
    3,
  );
  for (const { longest } of [all, half, ids, held, parts]) expect(longest).toBeLessThan(50);
});
