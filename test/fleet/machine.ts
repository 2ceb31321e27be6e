import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountToRunAs, asAccount, collect } from '#test/support/postgres.ts';
import { residentMegabytes } from '#test/support/processFigures.ts';

/** The folder of a fleet, its account, and the programs that run in it. */
export interface Machine {
  readonly folder: string;
  makeFolder(name: string): Promise<string>;
  write(name: string, text: string): Promise<string>;
  start(
    program: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Program;
  /** Resident megabytes of each running program. */
  memory(): [string, number][];
  /** Ends every program and removes the folder. */
  stop(): Promise<void>;
}

export interface Program {
  readonly name: string;
  readonly process: ChildProcess;
  output(): string;
  kill(): Promise<void>;
}

/**
 * Ends the PostgreSQL that Patroni started, which outlives Patroni, and removes the folder, when its input ends: at `stop`, or
 * when this process is killed.
 */
const keeper = `cat > /dev/null; sleep 0.3
for file in "$1"/*/data/postmaster.pid; do
  [ -f "$file" ] || continue
  pid=$(head -n 1 "$file")
  grep -q "$1" "/proc/$pid/cmdline" 2> /dev/null && kill -9 "$pid"
done
for try in 1 2 3 4 5; do rm -rf "$1" && exit; sleep 0.2; done`;

export async function openMachine(): Promise<Machine> {
  const account = await accountToRunAs();
  const own = async (path: string) => {
    if (account !== null) await chown(path, account.uid, account.gid);
    return path;
  };
  const folder = await own(await mkdtemp(join(tmpdir(), 'portfolio-fleet-')));
  const keeping = spawn('sh', ['-c', keeper, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const running = new Set<Program>();
  return {
    folder,
    async makeFolder(name) {
      const path = join(folder, name);
      await mkdir(path, { mode: 0o700 });
      return own(path);
    },
    async write(name, text) {
      const path = join(folder, name);
      await writeFile(path, text, { mode: 0o600 });
      return own(path);
    },
    start(program, args, environment = {}) {
      const { PATH = '' } = process.env;
      const child = spawn(...asAccount(account, program, args, 'KILL'), {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH, HOME: folder, LANG: 'C.UTF-8', ...environment },
      });
      const ended = once(child, 'exit');
      const started: Program = {
        name: program,
        process: child,
        output: collect(child),
        async kill() {
          running.delete(started);
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGKILL');
          await ended;
        },
      };
      running.add(started);
      return started;
    },
    memory: () => [...running].map(({ name, process: { pid } }) => [name, residentMegabytes(pid)]),
    async stop() {
      await Promise.all([...running].map((program) => program.kill()));
      const ended = once(keeping, 'exit');
      keeping.stdin.end();
      await ended;
    },
  };
}
