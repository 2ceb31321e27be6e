import { expect, test } from 'vitest';
import { inOneGo } from '#directory/slices.ts';
import { readUser } from '#upstream/reading/readUsers.ts';
import { createSyncQueue, type SyncJob } from '#upstream/sync/syncQueue.ts';
import type { SyncedUser } from '#upstream/sync/syncStore.ts';

const minute = 60_000;
const interval = 5 * minute;

/** Users without data, and a clock that each job advances. */
function crowd(count: number, { msPerErrand = 0 } = {}) {
  let now = 1_000_000;
  const users = new Map<string, SyncedUser>();
  for (let position = 0; position < count; position += 1) {
    const customId = `u ${position}`;
    const { value } = readUser({ customId }, customId);
    if (value === null) throw new Error('It is a user');
    const read = { listed: value, user: value, wallets: null, walletsAt: null, moves: {} };
    users.set(customId, { ...read, key: position, position, userAt: now, isMissing: false });
  }
  const queue = createSyncQueue(users, () => now, interval);

  function end(job: SyncJob): void {
    const { customId, period } = job;
    const user = users.get(customId);
    if (user === undefined) throw new Error(`Nobody is called ${customId}`);
    const move = { change: null, spark: null, readAt: now };
    users.set(customId, {
      ...user,
      ...(period === null ? { walletsAt: now } : { moves: { ...user.moves, [period]: move } }),
    });
    queue.end(job, 'done');
  }

  const take = (): SyncJob | null => queue.next() ?? (inOneGo(queue.plan()), queue.next());

  /** Does what is next, and says what it was. */
  const next = (): string | null => {
    const job = take();
    if (job === null) return null;
    now += msPerErrand;
    end(job);
    return `${job.customId}: ${job.period ?? 'wallets'}`;
  };

  const pass = (ms: number): void => {
    now += ms;
  };

  return { queue, take, end, next, pass };
}

const taken = (next: () => string | null, count: number) => Array.from({ length: count }, next);

test('at first all wallets are read, then all histories; nothing again before its time', () => {
  const { next, pass } = crowd(3);
  expect(taken(next, 7)).toEqual([
    'u 0: wallets',
    'u 1: wallets',
    'u 2: wallets',
    'u 0: day',
    'u 1: day',
    'u 2: day',
    null,
  ]);
  pass(interval - 1);
  expect(next()).toBeNull();
  pass(1);
  expect(taken(next, 7).filter((one) => one !== null)).toHaveLength(6);
});

test('where a sync takes longer than that, histories are read all the same, and each as often as the others', () => {
  // As at 15 requests a second.
  const count = 5000;
  const { next } = crowd(count, { msPerErrand: 1000 / 15 });
  const counts = new Map<string | null, number>();
  for (let step = 0; step < 6 * count; step += 1) {
    const one = next();
    counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  expect(counts.size).toBe(2 * count);
  expect(new Set(counts.values())).toEqual(new Set([3]));
});

test('who changed goes before who is looked at, and they before all others', () => {
  const { queue, next } = crowd(9);
  queue.want(['u 5', 'u 7', 'nobody'], 'week');
  queue.markChanged('u 3');
  queue.markChanged('nobody');
  expect(taken(next, 7)).toEqual([
    'u 3: wallets',
    'u 3: week',
    'u 5: wallets',
    'u 7: wallets',
    'u 5: week',
    'u 7: week',
    'u 0: wallets',
  ]);
});

test('who changes while he is read is read once more', () => {
  const { queue, take, end, next } = crowd(2);
  const begun = take();
  if (begun === null) throw new Error('Something is due');
  queue.markChanged(begun.customId);
  expect(next()).toBe('u 0: day');
  end(begun);
  expect(next()).toBe('u 0: wallets');
  expect(next()).toBe('u 1: wallets');
});

test('what failed is tried again after half a minute, behind what was not tried; an outage is nobody’s failure', () => {
  const { queue, take, next, pass } = crowd(2);
  const failed = take();
  const postponed = take();
  if (failed === null || postponed === null) throw new Error('Two are due');
  queue.end(failed, 'failed');
  queue.end(postponed, 'postponed');
  expect(queue.failing).toBe(1);
  expect(taken(next, 4)).toEqual(['u 1: wallets', 'u 0: day', 'u 1: day', null]);
  pass(minute / 2);
  expect(next()).toBe('u 0: wallets');
  expect(queue.failing).toBe(0);
});

test('renewed, everything is due, the oldest first', () => {
  const { queue, next, pass } = crowd(2);
  expect(taken(next, 5).at(-1)).toBeNull();
  pass(1);
  queue.markChanged('u 0');
  expect(taken(next, 3)).toEqual(['u 0: wallets', 'u 0: day', null]);
  pass(1);
  queue.renew();
  expect(taken(next, 5)).toEqual(['u 1: wallets', 'u 1: day', 'u 0: wallets', 'u 0: day', null]);
});

test('others get their turn while what is due of all users is planned', () => {
  const { queue } = crowd(5000);
  expect([...queue.plan()].length).toBeGreaterThanOrEqual(5000);
});
