import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildState } from '../static/stamp.ts';
import { codeOf, Refusal } from '../config/refusal.ts';

export async function buildDashboard(
  root: string,
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  const state = await buildState(root, folder);
  if (state === 'fresh') return;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) {
    // Without development packages, an existing build is served.
    if (state === 'older') return;
    throw new Refusal(
      `The dashboard is not built, and Vite, which would build it, is not installed. Run npm ci (without --omit=dev), then npm run build.`,
    );
  }
  const reason = state === 'missing' ? 'first build' : 'its sources are newer';
  print(`Building the dashboard (${reason})`);
  // Builds into a draft folder, because another process may be serving or building the same one.
  const draft = join(root, 'node_modules', '.cache', `dashboard-${process.pid}`);
  try {
    await run(vite, root, draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder).catch(ignoreConcurrentBuild);
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    throw new Refusal(`The dashboard could not be built into ${folder} (${code}).`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Concurrent builds are equal, so either may win. */
function ignoreConcurrentBuild(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
}

async function run(vite: string, root: string, folder: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code, signal] = await once(child, 'close');
  process.off('exit', kill);
  if (code === 0) return;
  if (signal !== null) {
    throw new Refusal(
      `${signal} ended the build of the dashboard. The machine may be out of memory. To build it separately: npm run build`,
    );
  }
  throw new Refusal([
    'The dashboard could not be built. To repeat the build: npm run build',
    ...output.trim().split('\n').slice(-20),
  ]);
}
