import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchStorage } from '#gateway/process/storage.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { users } from '#platform/database/schema/portfolio.ts';
import { makeDataFolder } from '../support/dataFolder.ts';
import { smallDisk, type SmallDisk } from '../support/smallDisk.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

afterEach(endAll);

const json = { 'content-type': 'application/json' };

/** The running service as a caller sees it. */
function caller(url: string) {
  const made: string[] = [];
  return {
    /** Who was acknowledged. */
    made,
    make: async (customId: string): Promise<Response> => {
      const body = JSON.stringify({ customId });
      const response = await fetch(`${url}/p/users`, { method: 'PUT', headers: json, body });
      if (response.status === 201) made.push(customId);
      return response;
    },
    change: (customId: string, attributes: object) =>
      fetch(`${url}/p/users/${customId}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ json: JSON.stringify(attributes) }),
      }),
    get: (path: string) => fetch(url + path),
    ids: async (): Promise<string[]> => {
      const list: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
      return list.map(({ customId }) => customId);
    },
  };
}

/**
 * Makes users until the answer has another status than now; answers what came then. One that is met by the full disk between the
 * change and its entry in the audit trail is made, and says so.
 */
async function makeUntil(
  { make, made }: ReturnType<typeof caller>,
  prefix: string,
  status: number,
): Promise<{ readonly code: string; readonly detail: string }> {
  for (let n = 0; ; n += 1) {
    const response = await make(`${prefix} ${n}`);
    expect([201, 503]).toContain(response.status);
    expect(response.headers.has('retry-after')).toBe(response.status === 503);
    const body: { code: string; detail: string } = await response.json();
    const isDone = response.status === 503 && body.detail.startsWith('The request was carried out');
    if (isDone) made.push(`${prefix} ${n}`);
    else if (response.status === status) return body;
    await wait(50);
  }
}

const linesWith = (spawned: Spawned, text: string) =>
  spawned
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

describe('on a separate disk', () => {
  let disk: SmallDisk | null;
  beforeAll(async () => {
    disk = await smallDisk(150);
  });
  afterAll(() => disk?.remove());
  beforeEach(async ({ skip }) => {
    if (disk === null) skip();
    await disk?.empty();
  });

  const onDisk = () => `--data-dir=${join(disk?.folder ?? '', 'data')}`;
  const database = () => makeDataFolder(join(disk?.folder ?? '', 'data'));
  const start = () => serving(['--port=0', '--sample-users=0', '--disk-reserve-mb=40', onDisk()]);

  test('changes are rejected with a reason while it is full, and accepted again once there is space', async () => {
    await database();
    const spawned = start();
    const service = caller(await spawned.ready);
    await makeUntil(service, 'before', 201);
    await disk?.leave(30e6);
    const problem = await makeUntil(service, 'filling', 503);
    expect(problem.code).toBe('unavailable');
    expect(problem.detail).toMatch(/^The disk is full: \S+ needs 40 MB free and has \d+ MB\./);
    expect((await service.get('/p/users/before%200')).status).toBe(200);
    expect((await service.get('/x/session')).status).toBe(200);
    const health = await service.get('/x/health');
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: 'unavailable', reason: problem.detail });
    // The engine of webhooks meets it every second.
    await wait(2500);
    expect(linesWith(spawned, 'The disk is full')).toHaveLength(1);

    await disk?.empty();
    await makeUntil(service, 'after', 201);
    expect((await service.get('/x/health')).status).toBe(200);
    expect(await service.ids()).toEqual(service.made);
    expect(linesWith(spawned, 'is writable again')).toHaveLength(1);

    spawned.process.kill('SIGTERM');
    expect(await spawned.ended).toBe(0);
  });

  test('a folder that becomes read-only is noticed, and a start on it reports that', async () => {
    const log: string[] = [];
    const storage = await watchStorage(disk?.folder ?? '', {
      reserve: 40e6,
      log: (line) => log.push(line),
    });
    expect(storage.fault()).toBeNull();
    // What was open for writing would keep the system from doing so: the test's disk has nothing open.
    await disk?.setReadOnly(true);
    await vi.waitUntil(() => storage.fault() !== null, 10_000);
    expect(storage.fault()).toMatch(/^The folder \S+ is read-only\. Changes are rejected/);
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /^The folder \S+ cannot be used: the file system is read-only\./,
    );
    await disk?.setReadOnly(false);
    await vi.waitUntil(() => storage.fault() === null, 10_000);
    expect(log).toEqual([
      expect.stringContaining('is read-only'),
      expect.stringContaining('is writable again'),
    ]);
    storage.stop();
  });

  test('a start on a full disk reports it, and the next start finds everything', async () => {
    await database();
    const first = start();
    const before = caller(await first.ready);
    await makeUntil(before, 'kept', 201);
    const ids = await before.ids();
    first.process.kill('SIGKILL');
    await first.ended;
    for (const bytes of [20e6, 0]) {
      await disk?.leave(bytes);
      const full = start();
      expect(await full.ended).toBe(1);
      expect(full.output()).toMatch(/disk is full/);
      expect(full.output()).toMatch(/start again/);
      expect(full.output()).not.toMatch(/start with a new|^\s+at /m);
    }
    await disk?.empty();
    const again = start();
    expect(await caller(await again.ready).ids()).toEqual(ids);
  });
});

test('a file size limit rejects changes that need a larger file, and loses nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-limit-'));
  const onFolder = ['--port=0', '--sample-users=0', `--data-dir=${folder}`];
  try {
    await makeDataFolder(folder);
    const first = serving(onFolder);
    const { make } = caller(await first.ready);
    await make('large');
    first.process.kill('SIGTERM');
    await first.ended;
    // Nearly as large as the limit is to be, which by the interface would take some hundred changes.
    const database = await openEmbedded({ dataDir: join(folder, 'database') });
    const attributes = { text: randomBytes(12_200_000).toString('base64') };
    await database.queries.update(users).set({ attributes }).where(eq(users.customId, 'large'));
    await database.close();

    const limited = serving(onFolder, {}, { ulimit: '-f 17000' });
    const service = caller(await limited.ready);
    expect(limited.output()).toMatch(/may write files of at most 17 MB \(ulimit -f\)/);
    const texts = new Map<string, string>();
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n += 1) {
      const id = `u${n}`;
      const made = await service.make(id);
      const text = randomBytes(15_000).toString('hex');
      const changed = await service.change(id, { text });
      statuses.add(made.status).add(changed.status);
      if (changed.status === 200) texts.set(id, text);
      expect(changed.headers.has('retry-after')).toBe(changed.status === 503);
    }
    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([503]);
    expect((await service.get('/x/session')).status).toBe(200);
    limited.process.kill('SIGKILL');
    await limited.ended;

    const tiny = serving(onFolder, {}, { ulimit: '-f 4000' });
    expect(await tiny.ended).toBe(1);
    expect(tiny.output()).toMatch(/files of at most 4 MB \(ulimit -f\), .* raise the limit/);

    const again = caller(await serving(onFolder).ready);
    expect(await again.ids()).toEqual(['large', ...service.made]);
    for (const [id, text] of texts) {
      expect(await (await again.get(`/p/users/${id}`)).json()).toMatchObject({ text });
    }
  } finally {
    await endAll();
    await rm(folder, { recursive: true });
  }
});
