import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { retentionDays } from '#contract/delivery.ts';
import { figuresHours, undoHours } from '#contract/endpoint.ts';
import { maxFailingDays } from '#contract/events.ts';
import { day, hour } from '#contract/historyType.ts';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { timeSpans } from '#dashboard/portfolio/timeSpans.ts';
import { attempts, deliveries, endpoints, events } from '#platform/database/schema/webhooks.ts';
import { batchSize, deleteExpired, undoMs } from '#service/webhooks/delivery/retention.ts';
import { retryScheduleMs } from '#service/webhooks/delivery/retrySchedule.ts';
import { makeUser, readEvents } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { deliverDue } from '../../support/webhooks.ts';

const retention = retentionDays * day;
const url = (name: string) => `https://example.com/${name}`;

test('deliveries are stored for longer than any reader looks back', () => {
  const readBack = {
    // Failed days are counted from attempts; an attempt goes with its event, which is older by up to all retries.
    failedDays: maxFailingDays * day + retryScheduleMs.reduce((sum, delay) => sum + delay, 0),
    undo: undoHours * hour,
    figures: figuresHours * hour,
    ...timeSpans,
  };
  expect(retention).toBeGreaterThan(Math.max(...Object.values(readBack)));
});

onEachEngine((service) => {
  const register = (name: string, type: string) =>
    service().call('PUT', putWebhook.path, { url: url(name), type });
  const remove = (name: string, type: string) =>
    service().call('DELETE', removeWebhook.path, { url: url(name), type });
  const expire = (now: number) => deleteExpired(service().database.queries, now);
  const users = async () => (await readEvents(service())).map(({ data: { customId } }) => customId);
  const urls = async () => {
    const rows = await service().database.queries.select().from(endpoints).orderBy(endpoints.seq);
    return rows.map((row) => row.url);
  };
  const counts = async () => {
    const { queries } = service().database;
    return {
      deliveries: await queries.$count(deliveries),
      attempts: await queries.$count(attempts),
    };
  };

  test('expired events are deleted with their deliveries and attempts, unless one is pending', async () => {
    await register('hook', 'user.created');
    await makeUser(service(), 'delivered');
    await deliverDue(service());
    await makeUser(service(), 'failing');
    await deliverDue(service(), { status: 500 });
    const made = service().clock.now;
    service().clock.now += 1;
    await makeUser(service(), 'later');
    await deliverDue(service());
    await expire(made + retention);
    expect(await users()).toEqual(['delivered', 'failing', 'later']);
    await expire(made + retention + 1);
    expect(await users()).toEqual(['failing', 'later']);
    expect(await counts()).toEqual({ deliveries: 2, attempts: 2 });
    // The retry that was waited for.
    service().clock.now += hour;
    await deliverDue(service());
    await expire(made + retention + 1);
    expect(await users()).toEqual(['later']);
    expect(await counts()).toEqual({ deliveries: 1, attempts: 1 });
  });

  test('an endpoint without a webhook is deleted after the time of undoing, or with its last delivery', async () => {
    for (const name of ['registered', 'told']) await register(name, 'user.created');
    await register('idle', 'thematic.created');
    await makeUser(service(), 'delivered');
    await deliverDue(service());
    await makeUser(service(), 'cancelled');
    await remove('told', 'user.created');
    await remove('idle', 'thematic.created');
    await deliverDue(service());
    const removed = service().clock.now;
    await expire(removed + undoMs);
    expect(await urls()).toEqual(['registered', 'told', 'idle'].map(url));
    await expire(removed + undoMs + 1);
    expect(await urls()).toEqual(['registered', 'told'].map(url));
    await expire(removed + retention);
    expect(await counts()).toEqual({ deliveries: 4, attempts: 3 });
    await expire(removed + retention + 1);
    expect(await counts()).toEqual({ deliveries: 0, attempts: 0 });
    expect(await urls()).toEqual([url('registered')]);
  });

  test('any number of expired events is deleted, batch by batch', async () => {
    const { queries } = service().database;
    const count = 2 * batchSize + 1;
    await queries.execute(sql`
      INSERT INTO events (seq, id, type, subject, body, created_at)
      SELECT n, 'msg_' || n, 'user.created', 'ada', '{}', n FROM generate_series(1, ${count}::bigint) n`);
    await expire(retention + count);
    expect(await queries.select({ seq: events.seq }).from(events)).toEqual([{ seq: count }]);
  });
});
