import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { start, type Running } from '#gateway/process/startProcess.ts';
import { execute } from '#test/support/engineSetup.ts';
import { databaseUrl } from '#test/support/postgres.ts';

const postgres = inject('postgres');
const users = 40;
const read = async (path: string) => (await fetch(path)).json();
const put = async (path: string, body: unknown) => {
  const response = await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

test.skipIf(postgres === null)(
  'two processes on one PostgreSQL: whichever sends, the inspector of either receives',
  { timeout: 180_000 },
  async () => {
    if (postgres === null) return;
    const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
    await execute(postgres.url, `CREATE DATABASE ${name} TEMPLATE ${postgres.template}`);
    const { config } = readConfig(['--port=0', '--sample-users=0'], {
      DATABASE_URL: databaseUrl(postgres.url, name),
      SECRET_KEY: '07'.repeat(32),
    });
    const faults: string[] = [];
    const startOne = () =>
      start({
        config,
        version: '0.0.0',
        clock: Date.now,
        print: () => {},
        log: (line, error) => faults.push(`${line} ${String(error)}`),
        dashboard: async () => ({
          files: { plain: new Map(), compressed: new Map(), preloadsOf: () => undefined },
          close: async () => {},
        }),
      });
    const running: Running[] = [];
    try {
      running.push(await startOne());
      running.push(await startOne());
      const [a = '', b = ''] = running.map(({ url }) => url);
      const { url } = await read(`${a}/x/webhooks/inspector`);
      const type = 'user.created';
      expect((await put(`${b}/p/webhook`, { url: `${url}try`, type })).status).toBe(201);
      expect((await put(`${b}/p/webhook`, { url: `${a}/p/users`, type })).body).toMatchObject({
        rule: 'own-service',
      });
      for (let user = 0; user < users; user += 1) {
        const { status } = await put(`${user % 2 === 0 ? a : b}/p/users`, {
          customId: `user ${user}`,
        });
        expect(status).toBe(201);
      }
      await expect
        .poll(() => read(`${b}/x/webhooks`), { timeout: 30_000 })
        .toMatchObject({ deliveries: users, waiting: 0, failed: 0, atFirstAttempt: 1 });
      expect((await read(`${a}/x/webhooks/inspector`)).messages).toHaveLength(users);
      expect((await read(`${b}/x/webhooks/inspector`)).messages).toHaveLength(0);
      expect(faults).toEqual([]);
    } finally {
      for (const one of running) await one.stop();
      await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  },
);
