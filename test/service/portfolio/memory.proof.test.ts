import { expect, test } from 'vitest';
import { day, historyTypes } from '#contract/historyType.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import {
  getPerformance,
  getPositionsHistory,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { createRandom } from '#service/samples/random.ts';
import { createService } from '#service/service.ts';
import { changed, makeUser, stated } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import type { TestService } from '#test/support/service.ts';

const users = ['ada', '"total":0', 'a/b?c#d e%2F'];
const thematics = ['data-feeds', 'open-lending'];
const tokens = ['AUGRY', 'TALO', 'KANAL'];

/** All answers that are made of what a service remembers. */
const paths = [
  getUsers.path,
  `${getUsers.path}?limit=2`,
  ...users.flatMap((user) => [
    pathTo(getUser, user),
    pathTo(getWallets, user),
    ...historyTypes.flatMap((type) => [
      pathTo(getUserHistory, user, type),
      pathTo(getWalletHistory, user, 'data-feeds', type),
      pathTo(getPositionsHistory, user, type),
      pathTo(getPerformance, user, type),
    ]),
  ]),
  ...historyTypes.flatMap((type) => [
    pathTo(getThematicHistory, 'data-feeds', type),
    pathTo(getPriceHistory, 'AUGRY', type),
  ]),
];

type Service = ReturnType<typeof createService>;

async function answers(service: Service): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) {
    const response = await service.request(`http://127.0.0.1:4173${path}`);
    found[path] = `${response.status} ${await response.text()}`;
  }
  return found;
}

/** Something that changes what is told, or nothing: the next ticks. */
async function step(service: TestService, random: ReturnType<typeof createRandom>): Promise<void> {
  service.clock.now += random.pick([0, 1000, 10_000, 3_600_000, 3 * day]);
  const asOf = service.market.asOf();
  const customId = random.pick(users);
  const thematic = random.pick(thematics);
  if (random.next() < 0.2) {
    await changed(service, customId, { city: `C${random.whole(0, 9)}`, note: '"total":0' });
    return;
  }
  await stated(service, customId, {
    thematics: thematic,
    at: new Date(asOf - random.pick([0, 0, 10_000, 5 * 3_600_000, 40 * day])).toISOString(),
    tokens:
      random.next() < 0.2
        ? null
        : tokens
            .filter(() => random.next() < 0.6)
            .map((token) => ({ token, amount: random.whole(0, 50) / 7 })),
  });
}

onEachEngine((service, { name }) => {
  test('a service with caches answers as a fresh one does, after any change', async () => {
    // Other steps on each engine.
    const random = createRandom(name === 'PGlite' ? 11 : 12);
    for (const user of users) await makeUser(service(), user);
    // Another process on the same database where there can be one; here it shares the database's connection.
    const other = createService(service().dependencies);
    for (let round = 0; round < 8; round += 1) {
      await step(service(), random);
      const fresh = await answers(createService(service().dependencies));
      expect(await answers(service().service)).toEqual(fresh);
      expect(await answers(other)).toEqual(fresh);
    }
  });
});
