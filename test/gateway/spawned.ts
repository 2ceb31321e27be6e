import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backupCommand } from '#gateway/command/backup.ts';
import { checkServiceCommand } from '#gateway/command/checkService.ts';
import type { Command } from '#gateway/command/command.ts';
import { doctorCommand } from '#gateway/command/doctor.ts';
import { importCommand } from '#gateway/command/import.ts';
import { keysCommand } from '#gateway/command/keys.ts';
import { restoreCommand } from '#gateway/command/restore.ts';
import { samplesCommand } from '#gateway/command/samples.ts';
import { Refusal } from '#gateway/config/refusal.ts';
import { asAccount, type Account } from '#test/support/postgres.ts';
import { node, testEngine } from '#test/support/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = fileURLToPath(new URL('../../src/gateway/main.ts', import.meta.url));
const child = fileURLToPath(new URL('./child.ts', import.meta.url));

/** A process of the gateway that a test started. */
export interface Spawned {
  readonly process: ChildProcess;
  /** All it has printed, of both kinds. */
  output(): string;
  /** Its address, once it says that it is ready. */
  readonly ready: Promise<string>;
  /** Exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Where the product keeps its modules compiled: else each of some hundred processes would compile them. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

const running = new Set<ChildProcess>();

interface Limits {
  /** Limits of the system for it, such as `-n 300` for open files. */
  readonly ulimit?: string;
  /** Another account to run it as; null: our own. */
  readonly account?: Account | null;
}

function run(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  { ulimit, account }: Limits = {},
): Spawned {
  const { PATH } = process.env;
  const started = [...node, file, ...args];
  let [name = '', ...rest] =
    ulimit === undefined ? started : ['bash', '-c', `ulimit ${ulimit}; exec "$@"`, '', ...started];
  if (account !== undefined) [name, rest] = asAccount(account, name, rest, 'KILL');
  const spawned = spawn(name, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(PATH === undefined ? {} : { PATH }), ...compiled, ...testEngine, ...environment },
  });
  running.add(spawned);
  let output = '';
  const ready = Promise.withResolvers<string>();
  ready.promise.catch(() => {});
  for (const stream of [spawned.stdout, spawned.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      const url = /Ready on (\S+)/.exec(output)?.[1];
      if (url !== undefined) ready.resolve(url);
    });
  }
  const ended = once(spawned, 'close').then(([code]) => {
    running.delete(spawned);
    ready.reject(new Error(`It ended before it was ready:\n${output}`));
    return typeof code === 'number' ? code : null;
  });
  return { process: spawned, output: () => output, ready: ready.promise, ended };
}

/** The command line itself. */
export function command(
  args: readonly string[],
  environment: Record<string, string> = {},
  limits: Limits = {},
): Spawned {
  return run(main, args, environment, limits);
}

const commands: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  'check-service': checkServiceCommand,
  doctor: doctorCommand,
  import: importCommand,
  keys: keysCommand,
  restore: restoreCommand,
  samples: samplesCommand,
};

/** What a command of the product printed, and its exit code. */
export interface Said {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command as `main.ts` does, but in this process: another takes two seconds of a processor to start. */
export async function commandHere(
  [name = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const run = commands[name];
  if (run === undefined) throw new Error(`There is no command ${name} here`);
  const code = await run({
    args,
    environment: { ...testEngine, ...environment },
    root,
    version: '0.0.0',
    print,
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    lines.push(...error.lines);
    return error.exitCode;
  });
  return { code, output: lines.map((line) => `${line}\n`).join('') };
}

/** `npm start` without the dashboard. */
export function serving(
  args: readonly string[],
  environment: Record<string, string> = {},
  limits: Limits = {},
): Spawned {
  return run(child, args, environment, limits);
}

/** Ends what a test left running. */
export async function endAll(): Promise<void> {
  const ending = [...running].map((spawned) => {
    const closed = once(spawned, 'close');
    spawned.kill('SIGKILL');
    return closed;
  });
  await Promise.all(ending);
}
