import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { facts } from '#platform/database/schema/store.ts';
import { createConnected, type Connected } from '#test/support/connectedService.ts';
import { emptyDatabase } from '#test/support/emptyDatabase.ts';
import { type Answer, dialectService } from '#test/support/foreign/dialectService.ts';
import type { Dialect } from '#test/support/foreign/dialect.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth, type Truth } from '#test/support/foreign/truth.ts';
import { createTestService, type TestService } from '#test/support/service.ts';

export const publicUrl = 'https://dashboard.example';

/** What brings messages to the process that stands at PUBLIC_URL. */
export interface Wire {
  /** It gets through. */
  isUp: boolean;
  /** Messages are on their way until this is over. */
  delay: Promise<void>;
  sent: { readonly url: string; readonly status: number }[];
  readonly clock: { now: number };
}

export interface Setting {
  readonly truth: Truth;
  readonly answer: Answer;
  /** Another process at the same address, on the same database. */
  readonly start: (publicUrl?: string | null) => Connected;
}

/** Services of others that send messages to connected mode, for the tests of a file. */
export function receiving() {
  let own: TestService;
  let opened: Connected[] = [];
  const wire: Wire = { isUp: true, delay: Promise.resolve(), sent: [], clock: { now: Date.now() } };
  beforeAll(async () => {
    own = await createTestService();
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    await emptyDatabase(own.database);
    wire.clock.now = Date.now();
    wire.isUp = true;
    wire.delay = Promise.resolve();
    wire.sent = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    opened = [];
  });

  return {
    wire,
    facts: () => own.database.queries.select().from(facts),
    serve: (
      dialect: Dialect = dialectOf('plain'),
      truth: Truth = createTruth({ users: 3 }),
    ): Setting => {
      const answer = dialectService(dialect, truth, async (url, init) => {
        await wire.delay;
        const current = opened.at(-1);
        if (!wire.isUp || current === undefined) throw new TypeError('nothing listens there');
        const { status } = await current.fetch(new Request(url, init));
        wire.sent.push({ url, status });
      });
      return {
        truth,
        answer,
        start(at = publicUrl) {
          const { database } = own;
          const url = `http://other.example${dialect.prefix}`;
          const one = createConnected({
            answer,
            database,
            publicUrl: at,
            clock: wire.clock,
            url,
          });
          opened.push(one);
          return one;
        },
      };
    },
  };
}

export const liveOf = (one: Connected) => one.foreignChanges.view();

/** A process whose webhook is registered. */
export async function begun({ start }: Setting): Promise<Connected> {
  const one = start();
  one.foreignChanges.begin();
  await vi.waitFor(() => expect(liveOf(one).registration).not.toBeNull());
  return one;
}
