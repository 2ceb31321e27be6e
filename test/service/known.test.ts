import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { historyTypes } from '#contract/historyType.ts';
import type { Operation } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import {
  getHolders,
  getLevels,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import {
  getPerformance,
  getUserHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { getWebhooks, putWebhook } from '#contract/operations/webhooks.ts';
import { answerOf } from '#test/support/calls.ts';
import * as embedded from '#test/support/embedded.ts';
import { createTestService } from '#test/support/service.ts';

/** Each answer in which a connected service may leave something unknown, and what ours says there. */
const known: readonly (readonly [Operation, z.ZodMiniType])[] = [
  [getUsers, embedded.userList],
  [getUser, embedded.user],
  [getWallets, embedded.walletList],
  [getUserHistory, embedded.history],
  [getPerformance, embedded.performance],
  [getWalletsPerformance, embedded.walletsPerformance],
  [getThematics, embedded.thematicList],
  [getThematic, embedded.thematic],
  [getThematicHistory, embedded.history],
  [getLevels, embedded.levelList],
  [getHolders, embedded.holderList],
  [getDirectory, embedded.directoryPage],
  [getWebhooks, embedded.webhookList],
];

test('our own service leaves nothing unknown that only another one does not say', async () => {
  const service = await createTestService({ sampleUsers: 12 });
  await service.call('PUT', putWebhook.path, { url: 'https://example.com/hook', type: '*' });
  const users = await answerOf(service.call('GET', getUsers.path), embedded.userList);
  const thematics = await answerOf(service.call('GET', getThematics.path), embedded.thematicList);
  expect([users.length, thematics.length > 2]).toEqual([12, true]);
  for (const [{ path }, schema] of known) {
    const isOfUser = path.startsWith('/p/users') || path.startsWith('/x/users');
    const ids = isOfUser ? users.map(({ customId }) => customId) : thematics.map(({ _id }) => _id);
    for (const id of ids.slice(0, 6)) {
      for (const type of historyTypes) {
        const filled = path.replace('{id}', encodeURIComponent(id)).replace('{historyType}', type);
        const body = await answerOf(service.call('GET', filled), z.unknown());
        const { success } = z.safeParse(schema, body);
        expect({ filled, success }).toEqual({ filled, success: true });
        if (filled === path || !path.includes('{historyType}')) break;
      }
      if (!path.includes('{id}')) break;
    }
  }
  await service.close();
});
