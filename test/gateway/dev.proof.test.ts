import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { npmRun } from '#test/support/process.ts';
import { command, type Spawned } from './spawned.ts';

let running: Spawned | undefined;

/** Not `endAll`: its SIGKILL leaves the processes of `node --watch` behind, and they keep the pipes open. */
afterEach(async () => {
  running?.process.kill('SIGTERM');
  await running?.ended;
  running = undefined;
});

test('npm run dev serves the dashboard from source and the service, and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-dev-'));
  await makeDataFolder(folder);
  running = command(['dev', '--port=0', '--sample-users=0', `--data-dir=${folder}`]);
  const url = await running.ready;
  expect(running.output()).toMatch(
    /^Webhooks may be sent to this machine \(127\.0\.0\.0\/8, ::1\/128\)/,
  );
  const page = await fetch(`${url}/users/a%2Fb`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/@vite/client');
  const source = await fetch(`${url}/src/dashboard/app/main.tsx`);
  expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  await expect
    .poll(async () => (await fetch(`${url}/x/health`)).json())
    .toMatchObject({ status: 'ok' });
  const live = (await fetch(`${url}/x/live`)).body?.getReader();
  expect(new TextDecoder().decode((await live?.read())?.value)).toContain('event: tick');
  expect((await fetch(`${url}/p/nothing`, { headers: { accept: 'text/html' } })).status).toBe(404);
  // The page receives changes over a WebSocket on the same port.
  const token = /"([\w-]{8,})"/.exec(
    /wsToken\s*=\s*"[^"]+"/.exec(await (await fetch(`${url}/@vite/client`)).text())?.[0] ?? '',
  )?.[1];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const greeting = await new Promise<string>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)));
    socket.addEventListener('error', () => reject(new Error('No WebSocket')));
  });
  expect(JSON.parse(greeting)).toEqual({ type: 'connected' });
  running.process.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  await rm(folder, { recursive: true });
});

test('npm run dev on a port in use reports it and ends, as npm start does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-dev-'));
  await makeDataFolder(folder);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, output } = await npmRun({ DATA_DIR: folder, PORT: port }, 'dev');
  expect(output).toContain(`Port ${port} of 127.0.0.1 is in use by another program. Stop it`);
  expect(code).toBe(1);
  other.close();
  await rm(folder, { recursive: true });
});
