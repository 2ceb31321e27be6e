import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** However busy the machine is. */
const startTimeoutMs = 180_000;

/** A market that ticks on the hour alone: what is on the screen can be held against what was answered. */
export const standingStill = { TICK_SECONDS: '3600' };

export interface RunningGateway {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it printed. */
  readonly output: () => string;
  /** Milliseconds from the start of the process to its first good answer. */
  readonly startedIn: number;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A TCP port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/** A command of the product that ran to its end. */
export interface Ended {
  readonly code: number | null;
  /** Everything it printed. */
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
    env: { ...process.env, ...settings },
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
 * Node as a test starts it. The embedded engine stays as it is compiled first: to optimise it takes a processor most of a
 * second at each start, and most processes end before that is of use.
 */
export const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--liftoff-only'];

/** What `npm start` comes to. */
const gateway = [...node, 'src/gateway/main.ts'];

/** Starts the whole product, as `npm start` does or by it, in a process of its own, and waits until it answers. */
export async function startGateway(
  settings: Record<string, string>,
  [program = '', ...args]: readonly string[] = gateway,
): Promise<RunningGateway> {
  const port = settings['PORT'] ?? String(await freePort());
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: port, ...settings },
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
