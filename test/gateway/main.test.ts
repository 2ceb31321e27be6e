import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { command, endAll } from './spawned.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-main-'));
});
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

const failure = `Object.assign(new Error("Failed query: select $1\\nparams: secret"), {
  query: "select $1", params: ["secret"], cause: Object.assign(new Error('invalid input: "secret"'), { code: "22P02", detail: "secret" }),
})`;

test.each([
  ['thrown at the start', `process.stdout.write = () => { throw ${failure}; };`],
  [
    'that nobody waits for',
    `const { exit } = process;
     process.exit = (code) => code === 0 ? setTimeout(() => Promise.reject(${failure})) : exit(code);`,
  ],
])('an unexpected error, %s, ends the process and shows no value', async (_, code) => {
  const first = join(folder, 'first.mjs');
  await writeFile(first, code);
  const started = command(['--version'], { NODE_OPTIONS: `--import=${first}` });
  expect(await started.ended).toBe(1);
  expect(started.output()).toMatch(
    /^An unexpected error ended the process: 22P02: invalid input.*\n {2}select \$1\n {4}at /m,
  );
  expect(started.output()).not.toContain('secret');
});

test('on a Node without TypeScript, one line says what to install', () => {
  const older = ['--no-strip-types', 'src/gateway/run.js', 'start'];
  const { status, stdout, stderr } = spawnSync(process.execPath, older, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^Node \d+\.\d+\.\d+ is too old\. Run npm ci .* Node 24 .*\n$/);
});

test.skipIf(!existsSync('/dev/full'))(
  'a process goes on where what it prints cannot be written, as on a full disk',
  async () => {
    // It would go on serving: here it lives on for a moment.
    const first = join(folder, 'first.mjs');
    const code = `const { exit } = process; process.exit = (code) => (code === 0 ? setTimeout(exit, 100, 0) : exit(code));`;
    await writeFile(first, code);
    const full = await open('/dev/full', 'w');
    const started = spawn(
      process.execPath,
      [`--import=${first}`, 'src/gateway/main.ts', '--version'],
      { stdio: ['ignore', full.fd, full.fd] },
    );
    expect(await once(started, 'exit')).toEqual([0, null]);
    await full.close();
  },
);
