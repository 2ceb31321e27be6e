import { expect } from 'vitest';
import { directoryPage } from '#contract/directory.ts';
import { upstream } from '#contract/upstreamState.ts';
import { answerOf } from '#test/support/calls.ts';
import type { Connected } from '#test/support/connectedService.ts';

export const state = async (connected: Connected) =>
  (await answerOf(connected.call('GET', '/x/upstream'), upstream)).reading;

export const directory = (connected: Connected, query = 'limit=500') =>
  answerOf(connected.call('GET', `/x/directory?${query}`), directoryPage);

/** Until everything there is was read. */
export async function readAll(connected: Connected): Promise<void> {
  await expect
    .poll(async () => {
      const { users, wallets, histories, listedAt } = await state(connected);
      return listedAt !== null && users === wallets && users === histories;
    })
    .toBe(true);
}
