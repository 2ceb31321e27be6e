import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Long enough for a busy machine. */
const startTimeoutMs = 180_000;

/** Market that ticks on the hour only, so that the screen can be compared with earlier answers. */
export const standingStill = { TICK_SECONDS: '3600' };

/** PGlite also where PostgreSQL runs, because a database of PostgreSQL takes a second to create. */
export const testEngine = { EMBEDDED_ENGINE: process.env['EMBEDDED_ENGINE'] ?? 'pglite' };

/** Settings of processes that share a PostgreSQL and publish each change at once, also to receivers on this machine. */
export const sharing = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: '07'.repeat(32),
  SAMPLE_USERS: '0',
  WEBHOOKS_ALLOW_HTTP: '1',
  WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
});

export interface RunningGateway {
  readonly url: string;
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Milliseconds from the start of the process to its first successful answer. */
  readonly startedIn: number;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs an npm script as a person would: `npmRun({}, 'import', '--', folder)`. */
export async function npmRun(
  settings: Record<string, string>,
  ...args: readonly string[]
): Promise<Ended> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...testEngine, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output };
}

/**
 * Node for tests. The embedded engine stays in its first compilation (Liftoff): optimizing it takes most of a second of processor
 * time at each start, and most processes end earlier.
 */
export const node = [process.execPath, '--liftoff-only'];

/** Program that `npm start` runs. */
const gateway = [...node, 'src/gateway/main.ts'];

/** Starts the complete product in its own process, directly or by `npm start`, of this or another checkout, and waits until it answers. */
export async function startGateway(
  settings: Record<string, string>,
  [program = '', ...args]: readonly string[] = gateway,
  checkout = root,
): Promise<RunningGateway> {
  const port = settings['PORT'] ?? String(await freePort());
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'production', PORT: port, ...testEngine, ...settings },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit');
  await answers(url, child, () => printed);
  return {
    url,
    process: child,
    output: () => printed,
    startedIn: performance.now() - began,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

async function answers(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) {
      throw new Error(`The gateway ended with ${child.exitCode}:\n${printed()}`);
    }
    const ok = await fetch(`${url}/x/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`The gateway did not answer within ${startTimeoutMs} ms:\n${printed()}`);
}
