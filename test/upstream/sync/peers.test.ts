import { describe, expect, test } from 'vitest';
import { peers, nearestUsers, outliers } from '#contract/peers.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { engines } from '#test/support/engines.ts';
import { createTruth, type TrueUser } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { connecting, readAll } from './reading.ts';

/** Plain code: the value at a rank between two of the sorted numbers. */
function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

function weightsOf({ wallets }: Pick<TrueUser, 'wallets'>): Map<string, number> {
  const weights = new Map<string, number>();
  const positions = wallets.flatMap((wallet) => wallet.positions);
  const sum = positions.reduce((all, { total }) => all + total, 0);
  for (const { token, total } of positions)
    weights.set(token.id, (weights.get(token.id) ?? 0) + total / sum);
  return weights;
}

const common = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
  [...a].reduce((sum, [token, weight]) => sum + Math.min(weight, b.get(token) ?? 0), 0);

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  const connect = connecting(() => engine.open());

  async function connectAll() {
    const truth = createTruth({ now: testNow });
    const connected = connect({ truth });
    await connected.sync.begin();
    await readAll(connected);
    const before = connected.requests.length;
    const [, own] = truth.users();
    if (own === undefined) throw new Error('The truth has one user');
    const path = `/x/users/${encodeURIComponent(own.customId)}`;
    const get = (query: string) => connected.call('GET', `${path}/${query}`);
    return {
      truth,
      connected,
      own,
      get,
      requested: () => connected.requests.slice(before).filter((call) => call.includes('/users')),
    };
  }

  test('peers over a day are the histories that sync has read, and read none', async () => {
    const { truth, own, get, requested } = await connectAll();
    const lines = truth.users().flatMap((user) => {
      if (user === own || user.attributes['country'] !== own.attributes['country']) return [];
      const records = truth.historyOf(user.customId, 'day');
      const first = records[0]?.total ?? 0;
      const steps = records.length - 1;
      return first === 0
        ? []
        : [
            Array.from(
              { length: 52 },
              (_, i) => (records[Math.floor((i * steps) / 51)]?.total ?? NaN) / first,
            ),
          ];
    });
    expect(lines.length).toBeGreaterThanOrEqual(5);
    const found = await answerOf(get('peers/day?by=attribute.country'), peers);
    expect(found).toMatchObject({ count: lines.length, reason: null });
    for (const [name, share] of [
      ['lower', 0.25],
      ['median', 0.5],
      ['upper', 0.75],
    ] as const) {
      const plain = Array.from({ length: 52 }, (_, i) =>
        expect.closeTo(
          atShare(
            lines.map((line) => line[i] ?? NaN),
            share,
          ),
          9,
        ),
      );
      expect(found[name]).toEqual(plain);
    }
    expect(requested()).toEqual([]);
  });

  test('peers over a period that sync has not read have no band, and the reason', async () => {
    const { get, requested } = await connectAll();
    for (const by of ['thematic', 'attribute.country']) {
      const found = await answerOf(get(`peers/year?by=${by}`), peers);
      expect(found).toMatchObject({ count: 0, median: null, lower: null, upper: null });
      expect(found.unknown).toBeGreaterThan(5);
      expect(found.reason).toBe(
        'Only 0 histories of other users with these values have been read over this period; at least 5 are needed.',
      );
    }
    const all = await answerOf(get('peers/all?by=thematic'), peers);
    expect(all).toMatchObject({ median: null, reason: expect.stringContaining('day, week') });
    const none = await answerOf(get('peers/day?by=attribute.__proto__'), peers);
    expect(none).toMatchObject({ median: null, reason: 'This user has no attribute __proto__.' });
    await problemOf(get('peers/day'), 'missing-parameter');
    expect(requested()).toEqual([]);
  });

  test('nearest users and unusual wallets are those of the reported positions, and read none', async () => {
    const { truth, connected, own, get, requested } = await connectAll();
    const mine = weightsOf(own);
    const others = truth.users().filter((user) => user !== own && user.total > 0);
    const plain = others
      .map((user) => common(mine, weightsOf(user)))
      .filter((similarity) => similarity > 0)
      .toSorted((a, b) => b - a);
    const nearest = await answerOf(get('nearest'), nearestUsers);
    expect(nearest.compared).toBe(others.length);
    expect(nearest.rows.map(({ similarity }) => similarity)).toEqual(
      plain.slice(0, nearest.rows.length).map((one) => expect.closeTo(one, 9)),
    );
    expect(nearest.rows.length).toBe(Math.min(10, plain.length));
    const [thematic] = truth.thematics;
    const id = encodeURIComponent(thematic?.id ?? '');
    const unusual = await answerOf(connected.call('GET', `/x/thematics/${id}/outliers`), outliers);
    const wallets = truth
      .users()
      .flatMap((user) => user.wallets.filter((wallet) => wallet.thematic === thematic?.id))
      .filter(({ total }) => total > 0);
    expect(unusual.compared).toBe(wallets.length);
    for (const { customId, token, weight } of unusual.rows) {
      const wallet = wallets.find(({ user }) => user === customId);
      const own = weightsOf({ wallets: wallet === undefined ? [] : [wallet] });
      expect(own.get(token) ?? 0).toBeCloseTo(weight, 9);
    }
    expect(requested()).toEqual([]);
  });
});
