import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { openPostgres } from '#platform/database/postgres.ts';
import type { Database } from '#platform/database/database.ts';
import { events } from '#platform/database/schema/webhooks.ts';
import { hasWaiting } from '#service/events/numbering.ts';
import { auditedUsers } from '#test/support/auditedUsers.ts';
import { execute } from '#test/support/engineSetup.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { startGateway, type RunningGateway, sharing } from '#test/support/process.ts';
import { headerOf, openReceiver, type Receiver } from '#test/support/receiver.ts';

const postgres = inject('postgres');
const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
const writers = 16;
const changesEach = 60;
const killAfter = 20;

let running: RunningGateway[] = [];
let receiver: Receiver;
let database: Database;

beforeAll(async () => {
  if (postgres === null) return;
  await execute(postgres.url, `CREATE DATABASE ${name} TEMPLATE ${postgres.template}`);
  receiver = await openReceiver();
  const url = databaseUrl(postgres.url, name);
  const settings = sharing(url);
  for (let started = 0; started < 3; started += 1) running.push(await startGateway(settings));
  database = await openPostgres(url);
}, 180_000);

afterAll(async () => {
  if (postgres === null) return;
  await Promise.all(running.map((one) => one.stop()));
  await receiver.close();
  await database.close();
  await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
});

async function send(
  process: RunningGateway | undefined,
  method: string,
  path: string,
  body?: object,
) {
  if (process === undefined) throw new Error('No process is left');
  return fetch(process.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const listed = z.array(z.looseObject({ customId: z.string(), step: z.optional(z.number()) }));
const message = z.looseObject({
  type: z.string(),
  seq: z.number(),
  data: z.looseObject({ customId: z.string(), step: z.optional(z.number()) }),
});
const changesOf = (text: string) =>
  z
    .array(z.looseObject({ after: z.number() }))
    .parse(JSON.parse(text))
    .map(({ after }) => after);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe.skipIf(postgres === null)(
  `${writers} writers on three processes, one of which is killed`,
  () => {
    test('every acknowledged change has one event, numbers have no gap and follow the commits, and other processes show it at once', async () => {
      expect(
        (await send(running[0], 'PUT', '/p/webhook', { url: receiver.url, type: '*' })).status,
      ).toBe(201);
      const killed = running[0];
      let steps = 0;
      const acknowledged = new Map<string, number>();
      const stale: string[] = [];
      const write = async (writer: number) => {
        const id = `writer-${writer}`;
        await send(running[1], 'PUT', '/p/users', { customId: id });
        for (let step = 1; step <= changesEach; step += 1) {
          const body = { json: JSON.stringify({ step }) };
          for (;;) {
            const turn = (writer + step) % running.length;
            const status = await send(running[turn], 'POST', `/p/users/${id}`, body).then(
              (answer) => answer.status,
              () => null,
            );
            if (status === 200) break;
            await wait(20);
          }
          acknowledged.set(id, step);
          steps += 1;
          if (steps === writers * killAfter) {
            killed?.process.kill('SIGKILL');
            running = running.filter((one) => one !== killed);
          }
          if (step % 10 === 0) {
            const reader = running.at((writer + step + 1) % running.length);
            const users = await send(reader, 'GET', '/p/users')
              .then((answer): Promise<unknown> => answer.json())
              .catch(() => null);
            // The process was killed meanwhile.
            if (users === null) continue;
            const shown = listed.parse(users).find(({ customId }) => customId === id);
            if (shown?.step !== step) stale.push(`${id} at ${step}: ${shown?.step}`);
          }
        }
      };
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      expect(stale).toEqual([]);
      await expect.poll(() => hasWaiting(database.queries), { timeout: 10_000 }).toBe(false);

      const rows = await database.queries.select().from(events).orderBy(events.seq);
      expect(rows.map(({ seq }) => seq)).toEqual(upTo(rows.length));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const bodies = rows.map(({ body }) => message.parse(JSON.parse(body)));
      expect(bodies.map(({ seq }) => seq)).toEqual(upTo(rows.length));
      for (const [id, last] of acknowledged) {
        // A change whose answer the kill cut off was sent again and changed nothing, or was lost as a whole.
        const own = bodies.filter(({ data }) => data.customId === id);
        expect(own.map(({ data }) => data.step)).toEqual([undefined, ...upTo(last)]);
      }

      // The same holds for audit entries. A change that was sent again may have a second one, without values.
      const entries = await auditedUsers(running[0]?.url ?? '');
      for (const [id, last] of acknowledged) {
        const own = entries.filter((entry) => entry.id === id);
        expect(own.filter(({ operation }) => operation === 'createUser')).toHaveLength(1);
        const steps = own.flatMap(({ changes }) => (changes === '' ? [] : changesOf(changes)));
        expect(steps).toEqual(upTo(last));
      }

      const sent = () => new Set(receiver.received.map((one) => headerOf(one, 'webhook-id')));
      await expect.poll(() => sent().size, { timeout: 90_000, interval: 200 }).toBe(rows.length);
      const numbers = new Set(receiver.received.map((one) => Number(headerOf(one, 'webhook-seq'))));
      expect([...numbers].toSorted((a, b) => a - b)).toEqual(upTo(rows.length));
    }, 240_000);
  },
);
