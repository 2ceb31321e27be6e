import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { checkClock, checkSettings } from '#gateway/doctor/machineChecks.ts';
import { readConfig } from '#gateway/config/config.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { knownMigrations } from '#platform/database/migrate.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { freePort } from '#test/support/process.ts';
import { commandHere, endAll, type Said, serving } from '../spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-doctor-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const dataDir = (name: string) => join(folder, name);

/** Returns the output and the exit code. Default: a free port. */
async function examine(
  settings: Record<string, string>,
  ...args: readonly string[]
): Promise<Said> {
  const port = String(await freePort());
  return commandHere(['doctor', ...args], { PORT: port, ...settings });
}

test('before the first start there is no problem, and nothing is created', async () => {
  const { code, output } = await examine({ DATA_DIR: dataDir('none') });
  expect(code).toBe(0);
  const areas = ['settings', 'program', 'disk', 'database', 'clock', 'backups', 'port', 'outgoing'];
  for (const area of areas) expect(output).toMatch(new RegExp(`^(ok|warn) +${area} `, 'm'));
  expect(output).toContain('None yet: the first start creates it.');
  expect(await readdir(folder)).not.toContain('none');
});

test('each invalid setting has its own line, without secrets', async () => {
  const { code, output } = await examine({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://root:hunter2@host/db',
  });
  expect(code).toBe(1);
  expect(output).toMatch(/^fail {2}settings {2}PORT is "eighty"/m);
  expect(output).toMatch(/^fail {2}settings {2}DATABASE_URL is not valid \(28 characters/m);
  expect(output).not.toContain('hunter2');
});

const textsOf = (environment: Record<string, string>) =>
  checkSettings(readConfig([], environment).config, environment).map(
    ({ level, text }) => `${level}: ${text}`,
  );

test('valid settings may still conflict', () => {
  expect(textsOf({})).toEqual(['ok: All are valid and consistent.']);
  const shared = { PUBLIC_URL: 'https://portfolio.example.com', HOST: '0.0.0.0' };
  expect(textsOf({ ...shared, TRUSTED_PROXIES: '10.0.0.1' })).toHaveLength(1);
  expect(textsOf(shared)).toEqual([expect.stringMatching(/^warn: .*TRUSTED_PROXIES is not set/)]);
  expect(textsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^fail: .*PUBLIC_URL/)]);
  const plain = { PUBLIC_URL: 'http://portfolio.example.com', HTTPS_PROXY: 'http://u:p@proxy' };
  expect(textsOf(plain)).toEqual([
    expect.stringMatching(/^warn: PUBLIC_URL is http:/),
    expect.stringMatching(/^warn: HTTPS_PROXY is ignored/),
  ]);
  expect(textsOf(plain).join()).not.toContain('u:p');
});

test('a running process: its state, and whether its receivers can be reached', async () => {
  await makeDataFolder(dataDir('held'));
  const receiver = createServer().listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const settings = {
    DATA_DIR: dataDir('held'),
    SAMPLE_USERS: '0',
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  const running = serving(['--port=0'], settings);
  const url = await running.ready;
  const closed = await freePort();
  const hidden = [port, closed].map((at) => `http://127.0.0.1:${at}/hidden?key=hunter2`);
  for (const target of [...hidden, `${url}/x/webhooks/inspector/mine`]) {
    const registered = await fetch(`${url}/p/webhook`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: target, type: '*' }),
    });
    expect(registered.status).toBe(201);
  }
  // Messages go to the inspector whatever may be sent elsewhere.
  const strict = await examine({ DATA_DIR: dataDir('held') });
  const inspectorLine = new RegExp(`^ok +outgoing +${url} is this service’s own inspector`, 'm');
  expect(strict.output).toMatch(inspectorLine);
  expect(strict.output).toMatch(new RegExp(`^warn +outgoing +http://127.0.0.1:${port} `, 'm'));
  const { code, output } = await examine(settings);
  expect(output).toMatch(
    new RegExp(`^ok +process +Process ${running.process.pid} serves ${url}, up for `, 'm'),
  );
  expect(output).toMatch(new RegExp(`^ok +outgoing +http://127.0.0.1:${port} can be reached`, 'm'));
  expect(output).toMatch(
    new RegExp(`^warn +outgoing +http://127.0.0.1:${closed} cannot be reached: .*refused`, 'm'),
  );
  expect(output).not.toMatch(/hidden|hunter2/);
  expect(code).toBe(0);

  running.process.kill('SIGKILL');
  await running.ended;
  // The same without it: the receivers stand in the database.
  const alone = await examine({ ...settings, PORT: new URL(url).port });
  expect(alone.output).toMatch(inspectorLine);
  expect(alone.output).toMatch(/^ok +database +PostgreSQL \d+/m);
  expect(alone.output).toMatch(/^ok +port /m);
  expect(alone.output).toContain(`http://127.0.0.1:${port} can be reached`);
  const one = await examine({ DATA_DIR: dataDir('held') }, 'http://10.0.0.1/');
  expect(one.output).toMatch(/^warn +outgoing +http:\/\/10\.0\.0\.1 cannot be reached: .*https/m);
  expect(one.output).not.toContain('127.0.0.1:');
  receiver.close();
});

test('an older database is unchanged, a newer or damaged one is a failure', async () => {
  await makeDataFolder(dataDir('versions'));
  const change = async (statement: string) => {
    const database = await openEmbedded({ dataDir: join(dataDir('versions'), 'database') });
    await database.queries.execute(sql.raw(statement));
    await database.close();
  };
  const table = 'drizzle.__drizzle_migrations';
  await change(`UPDATE ${table} SET created_at = ${knownMigrations().at(-2)}`);
  // Twice: the first would have brought it up to date.
  for (let i = 0; i < 2; i += 1) {
    const { output } = await examine({ DATA_DIR: dataDir('versions') });
    expect(output).toMatch(/^warn +database +The next start upgrades its tables \(1 migration\)/m);
  }

  await makeDataFolder(dataDir('newer'));
  const newer = await openEmbedded({ dataDir: join(dataDir('newer'), 'database') });
  await newer.queries.execute(
    sql.raw(`INSERT INTO ${table} (hash, created_at) VALUES ('x', 4102444800000)`),
  );
  await newer.close();
  const tooNew = await examine({ DATA_DIR: dataDir('newer') });
  expect(tooNew.output).toMatch(/^fail +database +A newer version wrote this database/m);
  expect(tooNew.code).toBe(1);

  const parts = join(dataDir('parts'), 'database');
  await mkdir(join(parts, 'base'), { recursive: true });
  const incomplete = await examine({ DATA_DIR: dataDir('parts') });
  expect(incomplete.output).toMatch(/^fail +database +.*no PG_VERSION/m);
  await writeFile(join(parts, 'PG_VERSION'), '18\n');
  const damaged = await examine({ DATA_DIR: dataDir('parts') });
  expect(damaged.output).toMatch(/^fail +database +.*damaged or incomplete/m);
  expect(await readdir(parts)).toEqual(['PG_VERSION', 'base']);
});

test('an unreachable PostgreSQL, and a reachable one', async () => {
  const gone = await examine({
    DATABASE_URL: `postgresql://u:hunter2@127.0.0.1:${await freePort()}/d`,
  });
  expect(gone.code).toBe(1);
  expect(gone.output).toMatch(/^fail +database +The PostgreSQL .*\. Connection refused\./m);
  expect(gone.output).not.toContain('hunter2');
  const postgres = inject('postgres');
  if (postgres === null) return;
  const there = await examine({ DATABASE_URL: postgres.url, DATA_DIR: dataDir('none') });
  expect(there.output).toMatch(/^ok +database +PostgreSQL \d+.* answers \(DATABASE_URL\)/m);
  expect(there.output).toContain('It has no tables yet');
});

test('a port in use, a folder that everyone can read, and a missing backup folder', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await mkdir(dataDir('open'));
  await chmod(dataDir('open'), 0o755);
  const settings = { PORT: port, DATA_DIR: dataDir('open'), BACKUP_DIR: dataDir('nowhere') };
  const { code, output } = await examine(settings);
  expect(output).toMatch(
    /^fail +backups +The folder \S+nowhere cannot be used: it does not exist/m,
  );
  expect(output).toMatch(new RegExp(`^fail +port +${port} of 127.0.0.1 is in use by another`, 'm'));
  expect(output).toMatch(/^warn +disk +Every user of this machine can access \S+open/m);
  expect(code).toBe(1);
  other.close();
});

test('a clock behind the latest event, behind PostgreSQL, and before the installation', async () => {
  const now = Date.UTC(2026, 10, 23);
  const installed = dataDir('installed');
  await mkdir(join(installed, 'node_modules'), { recursive: true });
  const found = async (ofDatabase: number | null, latestEventAt: number | null) =>
    (await checkClock(installed, { ofDatabase, latestEventAt }, () => now))
      .map(({ text }) => text)
      .join('\n');
  await utimes(join(installed, 'node_modules'), now / 1000, now / 1000);
  expect(await found(now + 1000, now + 4000)).not.toMatch(/behind|differs|earlier/);
  expect(await found(null, now + 3_600_000)).toMatch(/3,600 s behind the latest event/);
  expect(await found(now - 90_000, null)).toMatch(/differs by -90 s/);
  const later = now / 1000 + 7 * 86_400;
  await utimes(join(installed, 'node_modules'), later, later);
  expect(await found(null, null)).toMatch(/earlier than the time of installation/);
});
