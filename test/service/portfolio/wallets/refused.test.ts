import { expect, test } from 'vitest';
import { putThematic } from '#contract/operations/thematics.ts';
import { updateUser } from '#contract/operations/users.ts';
import {
  change,
  makeUser,
  problemOf,
  readEvents,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { testNow } from '../../../support/service.ts';
import { createTableMarket } from '../../../support/tableMarket.ts';
import { pathTo } from '#test/support/pathTo.ts';

const feeds = 'data-feeds';
const asOf = new Date(Math.floor(testNow / 10_000) * 10_000).toISOString();
const later = new Date(Date.parse(asOf) + 1).toISOString();
const of = (token: unknown, amount: unknown) => ({ thematics: feeds, tokens: [{ token, amount }] });
const good = { thematics: 'open-lending', tokens: [{ token: 'TALO', amount: 1 }] };

/** What is stated, as JSON text, and the pointers to what is wrong with it. */
const refused: Record<string, [wallets: unknown, pointers: string[]]> = {
  'an unknown thematic': [[{ thematics: 'nothing', tokens: [] }], ['/wallets/0/thematics']],
  'an unknown token': [[good, of('NOPE', 1)], ['/wallets/1/tokens/0/token']],
  'a token by its name in small letters': [[of('augry', 1)], ['/wallets/0/tokens/0/token']],
  'a negative amount': [[of('AUGRY', -1e-9)], ['/wallets/0/tokens/0/amount']],
  'an amount as text': [[of('AUGRY', '2')], ['/wallets/0/tokens/0/amount']],
  'no amount': [[of('AUGRY', null)], ['/wallets/0/tokens/0/amount']],
  'an amount of true': [[of('AUGRY', true)], ['/wallets/0/tokens/0/amount']],
  'more than there can be': [[of('AUGRY', 1.1e24)], ['/wallets/0/tokens/0/amount']],
  'a token that is a number': [[of(7, 1)], ['/wallets/0/tokens/0/token']],
  'a token twice': [
    [
      {
        thematics: feeds,
        tokens: ['AUGRY', 'KANAL', 'AUGRY'].map((token) => ({ token, amount: 1 })),
      },
    ],
    ['/wallets/0/tokens/2/token'],
  ],
  'a field that nobody reads': [[{ ...good, note: 'x' }], ['/wallets/0']],
  'a position with more fields': [
    [{ thematics: feeds, tokens: [{ token: 'AUGRY', amount: 1, price: 5 }] }],
    ['/wallets/0/tokens/0'],
  ],
  'no tokens': [[{ thematics: feeds }], ['/wallets/0/tokens']],
  'tokens as an object': [[{ thematics: feeds, tokens: {} }], ['/wallets/0/tokens']],
  'no thematic': [[{ tokens: [] }], ['/wallets/0/thematics']],
  'a later time than the as of': [[{ ...good, at: later }], ['/wallets/0/at']],
  'a time before all time': [[{ ...good, at: '1969-12-31T23:59:59Z' }], ['/wallets/0/at']],
  'a date without a time': [[{ ...good, at: '2025-01-01' }], ['/wallets/0/at']],
  'a time without a zone': [[{ ...good, at: '2025-01-01T00:00:00' }], ['/wallets/0/at']],
  'a time as a number': [[{ ...good, at: 1_735_689_600_000 }], ['/wallets/0/at']],
  'the 30th of February': [[{ ...good, at: '2025-02-30T00:00:00Z' }], ['/wallets/0/at']],
  'a time of null': [[{ ...good, at: null }], ['/wallets/0/at']],
  'the same instant twice': [
    [
      { ...good, at: '2025-01-01T00:00:00Z' },
      { ...good, tokens: [], at: '2025-01-01T01:00:00+01:00' },
    ],
    ['/wallets/1/at'],
  ],
  'now twice, once by its name': [[good, { ...good, tokens: null, at: asOf }], ['/wallets/1/at']],
  'now twice': [[good, good], ['/wallets/1/at']],
  'a wallet that is null': [[null], ['/wallets/0']],
  'wallets that are text': ['[]', ['/wallets']],
  'several faults, each told': [
    [
      { thematics: 'nothing', tokens: [{ token: 'NOPE', amount: 1 }], at: later },
      good,
      { thematics: 'nothing/~', tokens: [] },
    ],
    ['/wallets/0/thematics', '/wallets/0/at', '/wallets/0/tokens/0/token', '/wallets/2/thematics'],
  ],
};

onEmbedded((service) => {
  test.each(Object.entries(refused))('refuses %s', async (_, [wallets, pointers]) => {
    await makeUser(service(), 'ada');
    const events = await readEvents(service());
    const problem = await problemOf(
      change(service(), 'ada', { name: 'Ada', wallets }),
      'invalid-holdings',
    );
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(problem.detail).not.toBe('');
    expect(await readWallets(service(), 'ada')).toEqual([]);
    expect(await readEvents(service())).toEqual(events);
  });

  test('refuses an amount that no number holds, with a pointer to it', async () => {
    await makeUser(service(), 'ada');
    const json = `{"wallets":[{"thematics":"${feeds}","tokens":[{"token":"AUGRY","amount":1e400}]}]}`;
    const problem = await problemOf(
      service().call('POST', pathTo(updateUser, 'ada'), { json }),
      'invalid-holdings',
    );
    expect(problem.errors).toEqual([
      { pointer: '/wallets/0/tokens/0/amount', detail: expect.any(String) },
    ]);
  });

  test('accepts values exactly at the limit', async () => {
    await makeUser(service(), 'ada');
    await stated(service(), 'ada', { ...good, at: asOf });
    await stated(service(), 'ada', { ...good, at: '1970-01-01T00:00:00Z' });
    await stated(service(), 'ada', of('AUGRY', 1e24));
    expect(await readWallets(service(), 'ada')).toHaveLength(2);
  });

  test('names no fault of each of very many entries, and parses no million of them', async () => {
    await makeUser(service(), 'ada');
    const post = (entries: number) =>
      service().call('POST', pathTo(updateUser, 'ada'), {
        json: `{"wallets":[1${',1'.repeat(entries)}]}`,
      });
    const problem = await problemOf(post(90_000), 'invalid-holdings');
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/wallets']);
    await problemOf(post(1_000_000), 'too-large');
  });

  test('lists no more faults than can be read', async () => {
    await makeUser(service(), 'ada');
    const tokens = Array.from({ length: 5000 }, (_, n) => ({ token: `no-${n}`, amount: 1 }));
    const problem = await problemOf(
      change(service(), 'ada', { wallets: [{ thematics: feeds, tokens }] }),
      'invalid-holdings',
    );
    expect(problem.errors).toHaveLength(100);
    expect(problem.detail).toContain('4999 more');
  });
});

const many = Array.from({ length: 10_001 }, (_, n) => `t${n}`);
const wide = createTableMarket(
  Object.fromEntries(many.map((id) => [id, { step: 86_400_000, prices: [[0, 0.5]] }])),
  testNow,
);

const statement = (count: number) => ({
  thematics: 'wide',
  tokens: many.slice(0, count).map((token) => ({ token, amount: 2 })),
});

onEmbedded(
  (service) => {
    test('a wallet holds up to 10,000 tokens', async () => {
      const definition = { name: 'Wide', tokens: [{ token: 't0', weight: 1 }] };
      await service().call('PUT', pathTo(putThematic, 'wide'), definition);
      await makeUser(service(), 'ada');
      const problem = await problemOf(
        change(service(), 'ada', { wallets: [statement(10_001)] }),
        'invalid-holdings',
      );
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/wallets/0/tokens']);
      expect(await stated(service(), 'ada', statement(10_000))).toMatchObject({ total: 10_000 });
    });
  },
  { market: wide },
);
