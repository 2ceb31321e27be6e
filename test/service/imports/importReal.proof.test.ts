import { describe, expect, it } from 'vitest';
import { readStoredMarket } from '#service/prices/stored.ts';
import { readThematics } from '#service/portfolio/thematicStore.ts';
import { notRecorded } from '#test/support/notRecorded.ts';
import { makeUser, readHistory, readWallets, stated } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { realFiles } from './files.ts';
import { rowVersions } from './tables.ts';
import { marketWriterOf } from './marketWriter.ts';

const files = realFiles() ?? [];
const day = 86_400_000;
const asOf = Date.UTC(2025, 5, 17);

describe.skipIf(files.length === 0)('the real prices and thematics', () => {
  onEachEngine(
    (service) => {
      it('are in the book as their files tell them, are there after a restart, and come in once', async () => {
        const { database, market, clock } = service();
        const writer = marketWriterOf(service());
        const progress: string[] = [];
        const summary = await writer.import(files, {
          replace: false,
          record: notRecorded,
          progress: (what) => progress.push(what),
        });
        expect(summary).toContain(
          'Prices: 527,686 new, 0 changed. The market has 98 tokens and prices up to 2025-06-17T00:00:00.000Z.',
        );
        expect(summary).toContain('Thematics: 12 created, 0 updated, 0 kept.');
        expect(summary).toContain(
          'No recent prices; the last one is carried forward: MATIC (2024-09-11T00:00:00.000Z).',
        );
        expect(summary.some((line) => line.startsWith('In no thematic'))).toBe(false);
        expect(
          summary.filter((line) =>
            line.includes('column EUR was skipped (a currency, not a token)'),
          ),
        ).toHaveLength(2);
        expect(progress).toContain('Reading spot_daily_close.csv.gz');

        const restarted = await readStoredMarket(database.queries, {
          clock: () => clock.now,
          tickSeconds: 10,
        });
        for (const read of [market, restarted]) {
          expect(read.asOf()).toBe(asOf);
          expect(read.tokens()).toHaveLength(98);
          expect(read.token('EUR')).toBeUndefined();
          expect(read.token('FET')?.name).toBe('Artificial Superintelligence Alliance (Fetch.ai)');
          // Of one instant the finest price holds; those of five minutes are there on the last day alone.
          const closes = [
            ['2021-11-10', 64_882.43, day],
            ['2022-11-09', 15_922.81, day],
            ['2024-12-17', 106_133.74, day],
            ['2025-06-16', 106_794.53, 300_000],
          ] as const;
          for (const [date, price, step] of closes) {
            const at = Date.parse(date) + day;
            expect(read.priceAt('BTC', at)).toEqual({ price, at, step });
          }
          expect(read.firstAt('BTC')).toBe(Date.UTC(2021, 0, 2));
          expect(read.priceAt('MATIC', asOf)?.at).toBe(Date.UTC(2024, 8, 11));
          expect(read.finestStep(['MATIC'], asOf - day, asOf)).toBeNull();
          const finest = Map.groupBy(read.tokens(), ({ _id }) =>
            read.finestStep([_id], asOf - day, asOf),
          );
          expect(finest.get(300_000)).toHaveLength(81);
          // 17 symbols have no five-minute prices; of MATIC there are none at all on that day.
          expect(finest.get(3_600_000)).toHaveLength(16);
          expect(finest.get(null)?.map(({ _id }) => _id)).toEqual(['MATIC']);
        }

        const rows = await readThematics(database.queries);
        expect(rows).toHaveLength(12);
        expect(rows.map(({ id }) => id).slice(0, 2)).toEqual(['store-of-value', 'layer-1']);
        expect(rows.find(({ id }) => id === 'fans')?.definitions).toEqual([
          { from: 0, tokens: [{ token: 'CHZ', weight: 1 }] },
        ]);

        const before = await rowVersions(database);
        const again = await writer.import(files, { replace: false, record: notRecorded });
        expect(again.at(-1)).toBe('Nothing changed: everything was imported before.');
        expect(await rowVersions(database)).toEqual(before);

        await makeUser(service(), 'ann');
        await stated(service(), 'ann', {
          thematics: 'store-of-value',
          tokens: [{ token: 'BTC', amount: 2 }],
          at: '2021-01-01T00:00:00Z',
        });
        const history = await readHistory(service(), 'ann', 'all');
        expect(history.find(({ date }) => date === '2021-11-11T00:00:00.000Z')?.total).toBe(
          129_764.86,
        );
        expect(history.at(-1)?.total).toBe((await readWallets(service(), 'ann'))[0]?.total);
      });
    },
    { sampleUsers: 24 },
  );
});
