import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { directoryPage } from '#contract/directory.ts';
import { upstream } from '#contract/upstreamState.ts';
import type { Database } from '#platform/database/database.ts';
import { answerOf } from '#test/support/calls.ts';
import {
  createConnected,
  type Connected,
  type ConnectedOptions,
} from '#test/support/connectedService.ts';
import { emptyDatabase } from '#test/support/emptyDatabase.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { createTruth, type Truth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';

/** Connected mode for the tests of a file: in front of a service that speaks plainly, over a database that is empty for each test. */
export function connecting(openDatabase: () => Promise<Database>) {
  let database: Database;
  const opened: Connected[] = [];
  beforeAll(async () => {
    database = await openDatabase();
  });
  beforeEach(() => emptyDatabase(database));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(() => database.close());

  return (options: Partial<ConnectedOptions> & { readonly truth?: Truth } = {}): Connected => {
    const { truth = createTruth({ now: testNow }), ...given } = options;
    const answer = dialectService(dialectOf('plain'), truth, async () => {});
    const connected = createConnected({ answer, database, ...given });
    opened.push(connected);
    return connected;
  };
}

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
