import { expect, test } from 'vitest';
import { historyTypes } from '#contract/historyType.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { noHoldingsThen } from '#figures/past.ts';
import { formatTime } from '#contract/time.ts';
import { makeUser, stated } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import type { TestService } from '../../../support/service.ts';

const users = ['ada', 'b/o?b#c d e%2F', '日本'] as const;

const values: Readonly<Record<string, readonly string[]>> = {
  users,
  thematics: ['data-feeds', 'open-lending'],
  tokens: ['AUGRY', 'SOLVA'],
};

/** The paths of an operation, one for each value of its parameters. */
function filled(path: string): string[] {
  const [whole, collection = '', parameter] = /(\w+)\/\{(\w+)\}/.exec(path) ?? [];
  if (whole === undefined) return [path];
  const those = parameter === 'historyType' ? historyTypes : (values[collection] ?? []);
  expect({ path, those: those.length }).not.toMatchObject({ those: 0 });
  return those.flatMap((value) =>
    filled(path.replace(`{${parameter}}`, encodeURIComponent(value))),
  );
}

/** Every read that answers as of an instant. */
const reads = Object.values<Operation>(operations).filter(
  ({ method, query }) => method === 'GET' && 'asOf' in (query ?? {}),
);
const paths = [
  ...reads
    .flatMap(({ path }) => filled(path))
    .map((path) => (path.includes('/attribution/') ? `${path}?thematic=data-feeds` : path)),
  '/x/users/ada/performance/month?thematic=data-feeds',
  '/x/users/ada/positions/history/day?thematic=data-feeds',
  '/x/exposure?by=token',
  '/x/exposure?by=token&q=a&sort=-hhi&limit=3',
  '/x/thematics/data-feeds/users?limit=5',
];

/** Facts of today in an answer about the past: names and texts, times of the last edit, the number of users of the service, and the time of a book's members. */
const ofToday = new Set(['name', 'description', 'updatedAt', 'users', 'of', 'membersAsOf']);

async function answersOf({ call }: TestService, asOf: number | null): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const path of paths) {
    const query = asOf === null ? '' : `${path.includes('?') ? '&' : '?'}asOf=${formatTime(asOf)}`;
    const answer = await call('GET', path + query);
    const text = await answer.text();
    expect({ path, status: answer.status, text }).toMatchObject({ status: 200 });
    const body: unknown = JSON.parse(text, (name, value: unknown) =>
      ofToday.has(name) || isReasonOfNothing(value) ? undefined : value,
    );
    answers.push({ path, body });
  }
  return answers;
}

/** Why nothing was held is only said about the past. */
const isReasonOfNothing = (value: unknown): boolean => value === noHoldingsThen;

onEmbedded(
  (service) => {
    test('answers as of an instant equal the answers at that instant, while holdings and definitions change', async () => {
      const minute = 60_000;
      const { clock } = service();
      for (const user of users) await makeUser(service(), user);
      const recorded: { asOf: number; answers: unknown[] }[] = [];
      const record = async () => {
        const asOf = service().market.asOf();
        recorded.push({ asOf, answers: await answersOf(service(), null) });
      };
      const hold = (user: string, thematics: string, ...tokens: [string, number][]) =>
        stated(service(), user, {
          thematics,
          tokens: tokens.map(([token, amount]) => ({ token, amount })),
        });

      await hold('ada', 'data-feeds', ['AUGRY', 1.5], ['KANAL', 7]);
      await record();
      clock.now += 3 * minute;
      await hold('ada', 'open-lending', ['AUGRY', 4], ['SOLVA', 3]);
      await hold('日本', 'open-lending', ['SOLVA', 0.1]);
      await record();
      clock.now += 200 * minute;
      const body = {
        name: 'Data feeds, anew',
        tokens: [
          { token: 'AUGRY', weight: 0.5 },
          { token: 'SOLVA', weight: 0.5 },
        ],
      };
      expect((await service().call('PUT', '/x/thematics/data-feeds', body)).status).toBe(200);
      await hold('ada', 'data-feeds', ['KANAL', 2]);
      await record();
      clock.now += 12 * 60 * minute;
      await hold('ada', 'data-feeds');
      await hold('b/o?b#c d e%2F', 'data-feeds', ['AUGRY', 9]);
      await record();
      clock.now += 26 * 60 * minute;

      expect(reads.length).toBeGreaterThan(12);
      for (const { asOf, answers } of recorded) {
        expect(await answersOf(service(), asOf)).toEqual(answers);
        // Any instant of the tick has the same answers.
        expect(await answersOf(service(), asOf + 9_999)).toEqual(answers);
      }
    }, 120_000);
  },
  { sampleUsers: 30 },
);
