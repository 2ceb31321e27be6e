import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/support/process.ts';

/** Start of a recording: a tick of the simulated market, not midnight. */
export const recordedNow = Date.UTC(2026, 5, 17, 14, 23, 40);

const fixedProcess = fileURLToPath(new URL('fixedProcess.ts', import.meta.url));
const startTimeoutMs = 180_000;

/** A process of the product with a fixed clock. */
export interface RecordedProcess {
  readonly url: string;
  /** Moves its clock forward. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the product of a folder, which may hold another commit, on a new store. */
export async function startRecorded(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<RecordedProcess> {
  const data = await mkdtemp(join(tmpdir(), 'portfolio-recorded-'));
  const port = await freePort();
  const { PATH = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--liftoff-only', '--import', fixedProcess, 'src/gateway/main.ts', 'start'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
        RECORDED_NOW: String(recordedNow),
        PORT: String(port),
        DATA_DIR: data,
        DATABASE_SYNC: '0',
        RATE_PER_ADDRESS: '0',
        RATE_PER_KEY: '0',
        ...settings,
      },
    },
  );
  const remove = () => rm(data, { recursive: true, force: true });
  try {
    await isReady(child);
  } catch (error) {
    child.kill('SIGKILL');
    await remove();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async pass(milliseconds) {
      const moved = once(child, 'message');
      child.send(milliseconds);
      await moved;
    },
    async stop() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
      await remove();
    },
  };
}

async function isReady(child: ChildProcess): Promise<void> {
  let printed = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (/^Ready on /m.test(printed)) ready.resolve();
    });
  }
  const failed = (how: string) =>
    ready.reject(new Error(`The recorded process ${how}:\n${printed}`));
  child.once('exit', () => failed('ended early'));
  const timer = setTimeout(() => failed(`did not start in ${startTimeoutMs} ms`), startTimeoutMs);
  await ready.promise.finally(() => clearTimeout(timer));
}
