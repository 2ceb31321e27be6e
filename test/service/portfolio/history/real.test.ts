import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { historyTypes } from '#contract/historyType.ts';
import { importFiles } from '#contract/operations/prices.ts';
import { getFullThematicHistory, getThematic } from '#contract/operations/thematics.ts';
import {
  answerOf,
  makeUser,
  readHistory,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import type { TestService } from '../../../support/service.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history } from '#test/support/embedded.ts';

const data = new URL('../../../../../shared/data/', import.meta.url);
const isThere = existsSync(data);
if (!isThere) console.log('skipped: histories of real prices, ../shared/data is not there');

const day = 86_400_000;
const names = [
  'spot_daily_close.csv.gz',
  'spot_hourly_close_91d.csv.gz',
  'spot_5m_close_8d.csv.gz',
  'thematics.csv',
];
const read = (name: string): Buffer => readFileSync(new URL(name, data));
const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(','));

/**
 * The value of 100 put equally into a thematic's tokens and put back to equal parts at every midnight, read from the daily
 * closes alone. The close of a row holds from the next midnight on; what has no close that day keeps its last one.
 */
function equalWeightsByHand(thematic: string): Map<string, number> {
  const symbols = rowsOf(read('thematics.csv').toString()).flatMap(([id, , symbol]) =>
    id === thematic && symbol !== undefined ? [symbol] : [],
  );
  const [head = [], ...rows] = rowsOf(gunzipSync(read('spot_daily_close.csv.gz')).toString());
  const columns = symbols.map((symbol) => head.indexOf(symbol));
  const last = columns.map(() => NaN);
  const values = new Map<string, number>();
  let value = 100;
  for (const row of rows) {
    const before = [...last];
    for (const [index, column] of columns.entries()) {
      const close = row[column] ?? '';
      if (close !== '') last[index] = Number(close);
    }
    const growths = before.flatMap((price, index) =>
      price > 0 ? [(last[index] ?? NaN) / price] : [],
    );
    if (growths.length > 0) {
      value *= growths.reduce((sum, growth) => sum + growth, 0) / growths.length;
    }
    const holdsFrom = new Date(Date.parse(row[0] ?? '') + day).toISOString();
    if (last.some((price) => price > 0)) values.set(holdsFrom, value);
  }
  return values;
}

async function importReal({ call, fetch }: TestService): Promise<void> {
  const form = new FormData();
  for (const name of names) form.append('file', new Blob([new Uint8Array(read(name))]), name);
  const url = `http://127.0.0.1:4173${importFiles.path}`;
  const response = await fetch(new Request(url, { method: 'POST', body: form }));
  const lines = (await response.text()).trim().split('\n');
  expect(lines.at(-1)).toContain('"summary"');
  const thematic = await call('GET', pathTo(getThematic, 'layer-1'));
  expect(thematic.status).toBe(200);
}

describe.skipIf(!isThere)('with the real prices imported', () => {
  onEmbedded((service) => {
    test(
      'holdings and thematics have the histories that the files tell',
      { timeout: 120_000 },
      async () => {
        await importReal(service());

        // 2 BTC since the first day, put there through the interface.
        await makeUser(service(), 'ada');
        await stated(service(), 'ada', {
          thematics: 'store-of-value',
          tokens: [{ token: 'BTC', amount: 2 }],
          at: '2021-01-01T00:00:00Z',
        });
        const all = await readHistory(service(), 'ada', 'all');
        const totals = new Map(all.map(({ date, total }) => [date, total]));
        expect(totals.get('2021-11-11T00:00:00.000Z')).toBe(129_764.86);
        expect(totals.get('2022-11-10T00:00:00.000Z')).toBe(2 * 15_922.81);
        expect(totals.get('2024-12-18T00:00:00.000Z')).toBe(2 * 106_133.74);
        // Before the first close there is no price, and the holding counts for nothing.
        expect(all[0]).toEqual({ date: '2021-01-01T00:00:00.000Z', total: 0 });
        expect(all[1]?.date).toBe('2021-01-02T00:00:00.000Z');
        expect(all.at(-1)).toEqual({ date: '2025-06-17T00:00:00.000Z', total: 2 * 106_794.53 });

        // As many records as a long history has, where prices are that fine; the last is the total.
        const { total } = await readUser(service(), 'ada');
        const counts = { day: 289, week: 169, month: 181, year: 366, all: 1629 };
        for (const type of historyTypes) {
          const records = await readHistory(service(), 'ada', type);
          expect([type, records.length]).toEqual([type, counts[type]]);
          expect(records.at(-1)?.total).toBe(total);
        }
        expect((await readWallets(service(), 'ada'))[0]?.total).toBe(total);

        // One has hourly prices at the finest, MATIC none any more: the hours hold, nothing is invented.
        await makeUser(service(), 'bob');
        await stated(service(), 'bob', {
          thematics: 'layer-2',
          tokens: [
            { token: coarse(), amount: 10 },
            { token: 'MATIC', amount: 1000 },
          ],
          at: '2023-01-01T00:00:00Z',
        });
        expect(await readHistory(service(), 'bob', 'day')).toHaveLength(25);
        expect(await readHistory(service(), 'bob', 'week')).toHaveLength(169);
        const [wallet] = await readWallets(service(), 'bob');
        const matic = wallet?.tokens.find(({ token }) => token._id === 'MATIC');
        expect(matic?.token.priceAt).toBe('2024-09-11T00:00:00.000Z');
        expect(matic?.total).toBeGreaterThan(0);

        // The index of layer 1: ends of years in the ratios of equal weights, rebalanced every day.
        const hand = equalWeightsByHand('layer-1');
        const levels = await answerOf(
          service().call('GET', pathTo(getFullThematicHistory, 'layer-1')),
          history,
        );
        const at = new Map(levels.map((record) => [record.date, record.total]));
        expect(levels[0]).toEqual({ date: '2021-01-02T00:00:00.000Z', total: 100 });
        const ends = [2021, 2022, 2023, 2024].map((year) => `${year + 1}-01-01T00:00:00.000Z`);
        for (const [index, end] of ends.entries()) {
          const start = ends[index - 1] ?? '2021-01-02T00:00:00.000Z';
          const ratio = (at.get(end) ?? NaN) / (at.get(start) ?? NaN);
          const byHand = (hand.get(end) ?? NaN) / (hand.get(start) ?? NaN);
          expect(ratio / byHand).toBeCloseTo(1, 10);
        }
        expect(levels).toHaveLength(hand.size);
        for (const { date, total: level } of levels) {
          expect(level / (hand.get(date) ?? NaN)).toBeCloseTo(1, 9);
        }
      },
    );
  });
});

/** A token that the five-minute file does not know and the hourly one does. */
function coarse(): string {
  const [fine = [], hourly = []] = ['spot_5m_close_8d.csv.gz', 'spot_hourly_close_91d.csv.gz'].map(
    (name) => rowsOf(gunzipSync(read(name)).toString())[0],
  );
  return hourly.find((symbol) => !fine.includes(symbol) && symbol !== 'EUR') ?? '';
}
