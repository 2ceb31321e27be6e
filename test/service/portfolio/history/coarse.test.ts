import { expect, test } from 'vitest';
import { day, historyTypes, hour, minute } from '#contract/historyType.ts';
import {
  getFullThematicHistory,
  getThematic,
  getThematicHistory,
  putThematic,
} from '#contract/operations/thematics.ts';
import { answerOf, makeUser, readHistory, readWallets, stated } from '../../../support/calls.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { tokenList } from '#contract/token.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { createTableMarket, type TokenTable } from '../../../support/tableMarket.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { history, thematic } from '#test/support/embedded.ts';

const asOf = Date.UTC(2025, 5, 17, 6, 30);

function every(step: number, from: number, to = asOf): TokenTable {
  const prices: [number, number][] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    prices.push([at, 1 + prices.length]);
  }
  return { step, prices };
}

const market = createTableMarket(
  {
    daily: every(day, asOf - 500 * day),
    hourly: every(hour, asOf - 20 * day),
    fine: every(5 * minute, asOf - 2 * day),
    ended: every(day, asOf - 500 * day, asOf - 100 * day),
  },
  asOf,
);

onEmbedded(
  (service) => {
    const hold = async (...tokens: string[]) => {
      const definition = { name: 'One', tokens: [{ token: 'daily', weight: 1 }] };
      await service().call('PUT', pathTo(putThematic, 'one'), definition);
      await makeUser(service(), 'ada');
      await stated(service(), 'ada', {
        thematics: 'one',
        tokens: tokens.map((token) => ({ token, amount: 2 })),
        at: new Date(asOf - 450 * day).toISOString(),
      });
    };
    const counts = async () => {
      const lengths = [];
      for (const type of historyTypes) {
        lengths.push((await readHistory(service(), 'ada', type)).length);
      }
      return lengths;
    };

    // As of stands at no midnight and no hour: windows hold whole steps, then the as of.
    test.each<[held: string[], counts: number[]]>([
      [['fine'], [289, 169, 181, 366, 452]],
      [['hourly'], [25, 169, 181, 366, 452]],
      [['daily'], [2, 8, 31, 366, 452]],
      [
        ['daily', 'hourly'],
        [25, 169, 181, 366, 452],
      ],
      [
        ['daily', 'fine'],
        [289, 169, 181, 366, 452],
      ],
      [
        ['daily', 'ended'],
        [2, 8, 31, 366, 452],
      ],
      // Where all prices ended before the window, its own step: none is invented, the last one carries on.
      [['ended'], [289, 169, 181, 366, 452]],
    ])('of %j there are %j records', async (held, expected) => {
      await hold(...held);
      expect(await counts()).toEqual(expected);
    });

    test('tokens with coarser prices ride along at their last one', async () => {
      await hold('daily', 'fine');
      const records = await readHistory(service(), 'ada', 'day');
      const midnight = Date.UTC(2025, 5, 17);
      for (const { date, total } of records) {
        const at = Date.parse(date);
        const ofDay = market.priceAt('daily', at < midnight ? midnight - day : midnight)?.price;
        const ofFine = market.priceAt('fine', at)?.price;
        expect(total).toBe(2 * (ofDay ?? NaN) + 2 * (ofFine ?? NaN));
      }
      const [wallet] = await readWallets(service(), 'ada');
      expect(wallet?.tokens.map(({ token }) => [token._id, token.priceAt])).toEqual([
        ['daily', '2025-06-17T00:00:00.000Z'],
        ['fine', '2025-06-17T06:30:00.000Z'],
      ]);
    });

    test('a price older than the step of its series is shown with its age, for each token', async () => {
      await hold('daily', 'hourly', 'fine', 'ended');
      const [wallet] = await readWallets(service(), 'ada');
      const ages = wallet?.tokens.map(({ token }) => [token._id, token.priceAgeSeconds]);
      const ended = market.priceAt('ended', asOf)?.at ?? NaN;
      expect(ages).toEqual([
        ['daily', undefined],
        ['ended', (asOf - ended) / 1000],
        ['fine', undefined],
        ['hourly', undefined],
      ]);
      const all = await answerOf(service().call('GET', getTokens.path), tokenList);
      expect(
        all.flatMap((token) => (token.priceAgeSeconds === undefined ? [] : token._id)),
      ).toEqual(['ended']);
    });

    test('a token without a price yet is shown without one, and counts for nothing', async () => {
      const later = createTableMarket({ daily: { step: day, prices: [] } }, asOf);
      service().market.use(later);
      await hold('daily');
      expect(await readWallets(service(), 'ada')).toMatchObject([
        { total: 0, tokens: [{ token: { price: null, priceAt: null }, amount: 2, total: 0 }] },
      ]);
      const shown = await answerOf(service().call('GET', pathTo(getThematic, 'one')), thematic);
      expect(shown.total).toBeNull();
      expect(shown.change).toEqual({ day: null, week: null, month: null, year: null, all: null });
      expect(
        await answerOf(service().call('GET', pathTo(getFullThematicHistory, 'one')), history),
      ).toEqual([]);
    });

    test('a thematic’s history falls back to the finest step of its tokens', async () => {
      await hold('daily');
      const lengths = [];
      for (const type of historyTypes) {
        const path = pathTo(getThematicHistory, 'one', type);
        lengths.push((await answerOf(service().call('GET', path), history)).length);
      }
      expect(lengths).toEqual([2, 8, 31, 366, 501]);
    });
  },
  { market },
);
