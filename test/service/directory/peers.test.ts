import { expect, test } from 'vitest';
import { directoryPage } from '#test/support/embedded.ts';
import { history, wallet as walletSchema } from '#test/support/embedded.ts';
import * as z from 'zod/mini';
import { nearestUsers, outliers, peers } from '#contract/peers.ts';
import { answerOf, makeUser, problemOf, stated } from '#test/support/calls.ts';
import { onEachEngine, onEmbedded } from '#test/support/engines.ts';
import type { TestService } from '#test/support/service.ts';

const near = (value: number) => expect.closeTo(value, 9);
const path = (id: string) => `/x/users/${encodeURIComponent(id)}`;

/** Plain code: the value at a rank between two of the sorted numbers. */
function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

async function usersOf(service: TestService) {
  const page = await answerOf(service.call('GET', '/x/directory?limit=500'), directoryPage);
  return page.rows;
}

/** A user's value at 52 records of their history, divided by the first; null if they had none at its start. */
async function lineOf(service: TestService, id: string, type: string, length: number) {
  const answer = service.call('GET', `/p/users/${encodeURIComponent(id)}/wallets/history/${type}`);
  const records = await answerOf(answer, history);
  if (records.length < length || (records[0]?.total ?? 0) <= 0) return null;
  const steps = records.length - 1;
  return Array.from(
    { length: 52 },
    (_, i) => (records[Math.floor((i * steps) / 51)]?.total ?? 0) / (records[0]?.total ?? 1),
  );
}

const weightsOf = (all: readonly { token: string; total: number }[]) => {
  const sum = all.reduce((before, { total }) => before + total, 0);
  const weights: Record<string, number> = {};
  for (const { token, total } of all) weights[token] = (weights[token] ?? 0) + total / sum;
  return sum > 0 ? weights : null;
};

const common = (a: Record<string, number>, b: Record<string, number>) =>
  Object.entries(a).reduce((sum, [token, weight]) => sum + Math.min(weight, b[token] ?? 0), 0);

const twoTokens = (first: number) => [
  { token: 'AUGRY', amount: first },
  { token: 'ALDR', amount: 100 },
];

const fullLength: Readonly<Record<string, number>> = { day: 289, month: 181, year: 366 };

onEachEngine(
  (service) => {
    test.each(['day', 'month', 'year'])(
      'the quartiles over a %s are those of the histories of the users that share a value or a thematic',
      async (type) => {
        const users = await usersOf(service());
        const lines = new Map<string, number[] | null>();
        for (const { customId } of users) {
          lines.set(customId, await lineOf(service(), customId, type, fullLength[type] ?? 0));
        }
        const someone = users.find(
          ({ attributes, thematics }) => 'riskProfile' in attributes && thematics.length > 1,
        );
        const own = someone ?? users[0];
        if (own === undefined) throw new Error('There are no users');
        const shares = {
          'attribute.riskProfile': (user: typeof own) =>
            user.attributes['riskProfile'] === own.attributes['riskProfile'],
          thematic: (user: typeof own) => user.thematics.some((id) => own.thematics.includes(id)),
        };
        for (const [by, isPeer] of Object.entries(shares)) {
          const others = users.filter((user) => user.customId !== own.customId && isPeer(user));
          const known = others.flatMap(({ customId }) => {
            const line = lines.get(customId);
            return line == null ? [] : [line];
          });
          const found = await answerOf(
            service().call('GET', `${path(own.customId)}/peers/${type}?by=${by}`),
            peers,
          );
          expect([by, found.count, found.unknown]).toEqual([
            by,
            known.length,
            others.length - known.length,
          ]);
          expect(known.length).toBeGreaterThanOrEqual(5);
          const at = (share: number) =>
            Array.from({ length: 52 }, (_, i) =>
              near(
                atShare(
                  known.map((line) => line[i] ?? 0),
                  share,
                ),
              ),
            );
          expect([found.lower, found.median, found.upper]).toEqual([at(0.25), at(0.5), at(0.75)]);
          expect([found.median?.[0], found.dates.length, found.reason]).toEqual([1, 52, null]);
        }
      },
    );

    test('the nearest users and the outliers are those of plain code over all wallets', async () => {
      const users = await usersOf(service());
      const positions = new Map<string, { thematic: string; token: string; total: number }[]>();
      for (const { customId } of users) {
        const answer = service().call('GET', `/p/users/${encodeURIComponent(customId)}/wallets`);
        const wallets = await answerOf(answer, z.array(walletSchema));
        positions.set(
          customId,
          wallets.flatMap(({ thematics, tokens }) =>
            tokens.map(({ token, total }) => ({ thematic: thematics, token: token._id, total })),
          ),
        );
      }
      const [own] = users;
      const mine = weightsOf(positions.get(own?.customId ?? '') ?? []);
      const expected = users
        .filter(({ customId }) => customId !== own?.customId)
        .flatMap(({ customId }) => {
          const weights = weightsOf(positions.get(customId) ?? []);
          return weights === null || mine === null ? [] : [common(mine, weights)];
        })
        .toSorted((a, b) => b - a);
      const nearest = await answerOf(
        service().call('GET', `${path(own?.customId ?? '')}/nearest`),
        nearestUsers,
      );
      expect(nearest.compared).toBe(expected.length);
      expect(nearest.rows.map(({ similarity }) => similarity)).toEqual(
        expected.slice(0, 10).map(near),
      );

      const thematic = own?.thematics[0] ?? '';
      const wallets = users.flatMap(({ customId }) => {
        const held = (positions.get(customId) ?? []).filter((one) => one.thematic === thematic);
        const weights = weightsOf(held);
        return weights === null ? [] : [{ customId, weights }];
      });
      const tokens = new Set(wallets.flatMap(({ weights }) => Object.keys(weights)));
      const medians = weightsOf(
        [...tokens].map((token) => ({
          token,
          total: atShare(
            wallets.map(({ weights }) => weights[token] ?? 0),
            0.5,
          ),
        })),
      );
      const similarities = wallets
        .map(({ weights }) => common(weights, medians ?? {}))
        .toSorted((a, b) => a - b);
      const found = await answerOf(
        service().call('GET', `/x/thematics/${thematic}/outliers`),
        outliers,
      );
      expect(found.compared).toBe(wallets.length);
      expect(found.rows.map(({ similarity }) => similarity)).toEqual(
        similarities.slice(0, 10).map(near),
      );
    });

    test('over all of the history, the answer says what is shared, and why there is no band', async () => {
      const someone = (await usersOf(service())).find(({ thematics }) => thematics.length > 1);
      const own = path(someone?.customId ?? '');
      const over = (type: string) =>
        answerOf(service().call('GET', `${own}/peers/${type}?by=thematic`), peers);
      const [month, answer] = [await over('month'), await over('all')];
      expect(month.values.length).toBeGreaterThan(0);
      expect(answer).toEqual({
        asOf: month.asOf,
        by: 'thematic',
        values: month.values,
        count: 0,
        unknown: 0,
        dates: [],
        median: null,
        lower: null,
        upper: null,
        reason: expect.stringMatching(/^Peers are known for the periods day, week/),
      });
    });
  },
  { sampleUsers: 60 },
);

onEmbedded(
  (service) => {
    test('too few peers have no band, with the reason', async () => {
      await makeUser(service(), 'a/b?c#d e%2F');
      const of = (by: string, type = 'day', id = 'a/b?c#d e%2F') =>
        answerOf(service().call('GET', `${path(id)}/peers/${type}?by=${by}`), peers);
      expect(await of('attribute.country')).toMatchObject({
        values: [],
        count: 0,
        median: null,
        reason: 'This user has no attribute country.',
      });
      expect((await of('thematic')).reason).toBe('This user has no open wallet.');
      const json = JSON.stringify({ __proto__x: 'only me', tags: ['x'] });
      await service().call('POST', '/p/users/a%2Fb%3Fc%23d%20e%252F', { json });
      expect((await of('attribute.tags')).reason).toMatch(
        /^Only 0 other users .* at least 5 are needed\.$/,
      );
      expect((await of('attribute.country', 'all')).reason).toMatch(
        /^Peers are known for the periods day, week/,
      );
      const nearest = service().call('GET', `${path('a/b?c#d e%2F')}/nearest`);
      expect(await answerOf(nearest, nearestUsers)).toMatchObject({
        rows: [],
        reason: 'This user has no holdings with known values.',
      });
    });

    test('a mistyped amount is the first outlier', async () => {
      for (let n = 0; n < 6; n += 1) {
        await makeUser(service(), `u${n}`);
        const at = '2024-05-05T05:05:05Z';
        await stated(service(), `u${n}`, {
          thematics: 'data-feeds',
          tokens: twoTokens(n === 3 ? 100_000 : 100),
          at,
        });
      }
      const { rows } = await answerOf(
        service().call('GET', '/x/thematics/data-feeds/outliers'),
        outliers,
      );
      expect(rows[0]).toMatchObject({ customId: 'u3', token: expect.stringMatching(/AUGRY|ALDR/) });
      expect(rows[0]?.similarity).toBeLessThan(0.9);
      expect(rows.slice(1).map(({ similarity }) => similarity)).toEqual(
        Array.from({ length: 5 }, () => near(1)),
      );
    });

    test('hostile input is rejected', async () => {
      await makeUser(service(), 'ann');
      const of = (query: string, type = 'day') =>
        service().call('GET', `/x/users/ann/peers/${type}${query}`);
      await problemOf(of(''), 'missing-parameter');
      for (const by of ['token', 'attribute.', 'attribute.name', 'country', '', 'a'.repeat(5000)])
        await problemOf(of(`?by=${by}`), 'invalid-query');
      await problemOf(of('?by=thematic&by=thematic'), 'invalid-query');
      await problemOf(of('?by=thematic', 'decade'), 'invalid-history-type');
      await answerOf(of('?by=attribute.__proto__'), peers);
      await answerOf(of('?by=attribute.constructor'), peers);
      await problemOf(
        service().call('GET', '/x/users/nobody/peers/day?by=thematic'),
        'user-not-found',
      );
      await problemOf(service().call('GET', '/x/users/nobody/nearest'), 'user-not-found');
      await problemOf(service().call('GET', '/x/thematics/nope/outliers'), 'thematic-not-found');
    });
  },
  { sampleUsers: 0 },
);
