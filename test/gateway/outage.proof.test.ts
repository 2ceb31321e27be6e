import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { ownCluster } from '#test/support/postgres.ts';
import { openReceiver } from '#test/support/receiver.ts';
import { endAll, serving } from './spawned.ts';

const outage = 30_000;

const folder = await mkdtemp(join(tmpdir(), 'gateway-outage-'));
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

test.skipIf(inject('postgres') === null)(
  'PostgreSQL stopped for 30 s and started again: it is said, nothing is lost, and all goes on',
  { timeout: 180_000 },
  async () => {
    const cluster = await ownCluster();
    const receiver = await openReceiver();
    const running = serving(['--port=0', '--sample-users=0', `--data-dir=${folder}`], {
      DATABASE_URL: cluster.url,
      WEBHOOKS_ALLOW_HTTP: '1',
      WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
    });
    try {
      const url = await running.ready;
      const put = (path: string, body: unknown) =>
        fetch(url + path, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const healthNow = async () => (await fetch(`${url}/x/health`)).status;
      await put('/p/webhook', { url: receiver.url, type: 'user.created' });
      const acknowledged: string[] = [];
      const refused = new Set<number>();
      const enough = new AbortController();
      const writing = (async () => {
        for (let number = 1; !enough.signal.aborted; number += 1) {
          const customId = `user ${number}`;
          const { status } = await put('/p/users', { customId });
          if (status === 201) acknowledged.push(customId);
          else refused.add(status);
          await wait(20);
        }
      })();
      while (acknowledged.length < 20) await wait(20);
      await cluster.halt();
      const before = acknowledged.length;
      await wait(1000);
      expect(await healthNow()).toBe(503);
      await wait(outage - 1000);
      expect(await healthNow()).toBe(503);
      await cluster.resume();
      const resumedAt = Date.now();
      while ((await healthNow()) !== 200) await wait(20);
      while (acknowledged.length < before + 10) await wait(20);
      const received = () =>
        receiver.received.map(({ body }) => {
          const { data }: { data: { customId: string } } = JSON.parse(body);
          return data.customId;
        });
      // The first change after the outage has arrived, and so all goes on.
      while (!received().includes(acknowledged[before + 1] ?? '')) await wait(20);
      const recoveredIn = Date.now() - resumedAt;
      enough.abort();
      await writing;
      for (let tries = 0; tries < 300; tries += 1) {
        const heard = new Set(received());
        if (acknowledged.every((customId) => heard.has(customId))) break;
        await wait(200);
      }
      const heard = new Set(received());
      expect(acknowledged.filter((customId) => !heard.has(customId))).toEqual([]);
      expect([...refused].filter((status) => status !== 503)).toEqual([]);
      const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      console.log(
        `PostgreSQL away for ${outage / 1000} s: ${acknowledged.length} changes acknowledged, ${ids.size} messages, none lost, ${receiver.received.length - ids.size} twice, back after ${recoveredIn} ms`,
      );
    } finally {
      await receiver.close();
      await cluster.stop();
    }
  },
);
