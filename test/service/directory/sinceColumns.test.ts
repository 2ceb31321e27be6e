import { expect, test } from 'vitest';
import { readSinceColumn, sinceColumn } from '#contract/directorySince.ts';
import { day, hour } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getPastWallets } from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import { pastWallets } from '#contract/wallet.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { answerOf, problemOf, readDirectory, stated, makeUser } from '#test/support/calls.ts';
import type { DirectoryRow } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { createRandomUsers } from '../portfolio/book/bookCalls.ts';
import { figureCalls } from '../portfolio/figures/figureCalls.ts';

const held = { thematics: ['open-lending', 'data-feeds'], tokens: ['TALO', 'KANAL', 'AUGRY'] };

const of = (rows: readonly DirectoryRow[]) => rows.find((row) => row.customId === 'user 3');

onEachEngine((service) => {
  const { ofUser, hold, before, get } = figureCalls(service);
  const asOf = () => service().market.asOf();
  const at = (ago: number) => formatTime(asOf() - ago);
  const ask = (query: object) => problemOf(get(pathOf(getDirectory, { query })), 'invalid-query');
  const readCsv = async (query: object) =>
    (
      await get(pathOf(getDirectory, { query: { format: 'csv', sort: 'customId', ...query } }))
    ).text();
  const list = (since: readonly string[]) => readDirectory(service(), { since, sort: 'customId' });
  const rowOf = async (since: string, id: string) =>
    (await list([since])).find(({ customId }) => customId === id)?.since[0];
  /** The total of a user's wallets at an instant. */
  const totalAt = async (id: string, asOfText: string) => {
    const path = pathOf(getPastWallets, { params: { id }, query: { asOf: asOfText } });
    const { wallets } = await answerOf(get(path), pastWallets);
    return wallets.reduce((sum, { total }) => sum + (total ?? 0), 0);
  };
  const holdFrom = async (id: string, tokens: Record<string, number>, ago: number) => {
    await makeUser(service(), id);
    await hold('open-lending', tokens, ago, id);
  };

  test('are the return and the change of the user from the instant on, with an exact first record', async () => {
    const ids = await createRandomUsers(service(), 11, 10, held);
    // Midnight in Kathmandu is between two hours. Days and months have other steps.
    const instants = [
      at(5 * hour - 7 * 60_000),
      at(20 * day + 4.25 * hour),
      at(300 * day + 50_000),
    ];
    const rows = await list(instants);
    let known = 0;
    const unknown: (number | null)[] = [];
    for (const row of rows) {
      expect(row.since.map((one) => one.at)).toEqual(instants);
      for (const since of row.since) {
        const of = await ofUser('all', { from: since.at }, row.customId);
        const { value } = of.figures.timeWeightedReturn;
        if (since.change === null) {
          unknown.push(of.from === since.at ? value : null);
          continue;
        }
        // Those who began within a step have another first record.
        if (of.from !== since.at) continue;
        expect(offBy(since.return ?? NaN, value ?? NaN)).toBeLessThan(1e-9);
        const opened = await totalAt(row.customId, since.at);
        expect(offBy(since.change, row.total - opened)).toBeLessThan(1e-9);
        known += 1;
      }
    }
    expect(rows.map(({ customId }) => customId)).toEqual(ids.toSorted());
    expect(known).toBeGreaterThan(8);
    expect(new Set(unknown)).toEqual(new Set([null]));
  });

  test('sort all users, also after a statement, a new user and a tick', async () => {
    await createRandomUsers(service(), 12, 20, held);
    const since = at(25 * day);
    const sorted = async (figure: 'return' | 'change', sign = '-') => {
      const rows = await readDirectory(service(), {
        since: [since],
        sort: `${sign}${sinceColumn(figure, since)}`,
      });
      const values = rows.flatMap((row) => row.since[0]?.[figure] ?? []);
      const [low, high] = sign === '-' ? [1, 0] : [0, 1];
      expect(values).toEqual(values.toSorted((a, b) => (low - high) * (b - a)));
      expect(values.length).toBeGreaterThan(3);
      // Users without a value are last.
      expect(rows.slice(0, values.length).every((row) => row.since[0]?.[figure] !== null)).toBe(
        true,
      );
      return rows;
    };
    await sorted('return');
    await sorted('change', '');
    await hold('open-lending', { TALO: 5e9 }, 26 * day, 'user 3');
    const [first] = await sorted('change');
    expect(Math.abs(first?.since[0]?.change ?? 0)).toBeGreaterThan(0);
    const own = await ofUser('all', { from: since }, 'user 3');
    const { value } = own.figures.timeWeightedReturn;
    expect(offBy(of(await sorted('return'))?.since[0]?.return ?? NaN, value ?? NaN)).toBeLessThan(
      1e-9,
    );
    service().clock.now += 3 * hour;
    await holdFrom('new', { KANAL: 7 }, 40 * day);
    const later = await ofUser('all', { from: since }, 'user 3');
    const rows = await sorted('return');
    expect(
      offBy(of(rows)?.since[0]?.return ?? NaN, later.figures.timeWeightedReturn.value ?? NaN),
    ).toBeLessThan(1e-9);
    expect(rows.find((row) => row.customId === 'new')?.since[0]?.return).not.toBeNull();
  });

  test('are unknown for a user who held nothing by then, and for one without holdings', async () => {
    await makeUser(service(), 'empty');
    await holdFrom('young', { TALO: 2 }, 3 * day);
    expect(await rowOf(at(10 * day), 'young')).toEqual({
      at: at(10 * day),
      return: null,
      change: null,
    });
    expect(await rowOf(at(10 * day), 'empty')).toMatchObject({ return: null, change: null });
    // A statement at exactly the instant counts.
    expect((await rowOf(before(3 * day), 'young'))?.return).not.toBeNull();
  });

  test('the statement in effect at the instant counts, not one a moment later', async () => {
    const since = asOf() - 2 * day;
    const state = (amount: number, when: number) =>
      stated(service(), 'ada', {
        thematics: 'open-lending',
        tokens: [{ token: 'TALO', amount }],
        at: formatTime(when),
      });
    await makeUser(service(), 'ada');
    await state(1, since - day);
    await state(10, since);
    await state(1000, since + 1);
    const [row] = await list([formatTime(since)]);
    const opened = await totalAt('ada', formatTime(since));
    expect(offBy(row?.since[0]?.change ?? NaN, (row?.total ?? NaN) - opened)).toBeLessThan(1e-9);
    // The deposit is no return.
    expect(Math.abs(row?.since[0]?.return ?? NaN)).toBeLessThan(1);
  });

  test('are columns of a CSV, which privacy leaves out', async () => {
    await createRandomUsers(service(), 13, 6, held);
    const since = at(25 * day);
    const names = [sinceColumn('return', since), sinceColumn('change', since)];
    const rows = await list([since]);
    const [head, ...lines] = (await readCsv({ columns: ['customId', ...names], unit: 'USD' }))
      .trim()
      .split('\r\n');
    expect(head).toBe(`customId,${names[0]},${names[1]} (USD)`);
    expect(lines).toEqual(
      rows.map((row) =>
        [row.customId, row.since[0]?.return ?? '', row.since[0]?.change ?? ''].join(','),
      ),
    );
    expect(await readCsv({ columns: names, figures: 'totals' })).toContain(names[0]);
    expect(await readCsv({ columns: names, figures: 'totals' })).not.toContain(names[1]);
    expect(await readCsv({ since: [since] })).toContain(`${names[0]},${names[1]}`);
    expect(await readCsv({})).not.toContain('Since');
  });

  test('reject instants in the future, too long ago, too many, and groups', async () => {
    expect((await ask({ since: [at(-1000)] })).detail).toContain('in the future');
    expect((await ask({ since: [at(367 * day)] })).detail).toContain('more than 366 days');
    expect((await ask({ sort: `-returnSince.${at(367 * day)}` })).detail).toContain('366 days');
    await ask({ since: [1, 2, 3, 4].map(at) });
    await ask({ since: ['2026-13-01'] });
    await ask({ sort: '-returnSince.yesterday' });
    expect((await ask({ since: [at(1)], groupBy: ['thematic'] })).detail).toContain('groupBy');
    expect(
      (
        await ask({
          format: 'csv',
          columns: [1, 2, 3, 4].map((ago) => sinceColumn('return', at(ago))),
        })
      ).detail,
    ).toContain('4 instants');
  });
});

test('names of columns are read with their instant', () => {
  const at = Date.UTC(2026, 5, 1);
  expect(readSinceColumn(sinceColumn('change', formatTime(at)))).toEqual({ figure: 'change', at });
  expect(readSinceColumn('returnSince.2026-06-01T02:00:00+02:00')).toEqual({
    figure: 'return',
    at,
  });
  for (const text of ['returnSince.', 'returnSince', 'flowSince.2026-06-01T00:00:00Z', 'returnDay'])
    expect(readSinceColumn(text)).toBeNull();
});
