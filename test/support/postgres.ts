import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const binaries = '/usr/lib/postgresql';
const account = 'postgres';
const patience = 30_000;

export interface Cluster {
  /** URL of a database from which others can be created. */
  readonly url: string;
  /** Shuts the server down with its connections, and preserves its data. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export class NoPostgres extends Error {}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Starts the PostgreSQL for tests: the one of `TEST_POSTGRES_URL`, else a temporary cluster of the Debian package. It listens on
 * a socket in a temporary folder, so that it does not conflict with another server.
 */
export async function startPostgres(): Promise<Cluster> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') {
    const notOurs = () =>
      Promise.reject(new NoPostgres('the server of TEST_POSTGRES_URL is not ours to stop'));
    return { url: given, halt: notOurs, resume: notOurs, stop: async () => {} };
  }
  return ownCluster();
}

/** Starts a temporary cluster, even if a server is given. */
export async function ownCluster(): Promise<Cluster> {
  const bin = await newestBinaries();
  const owner = await accountToRunAs();
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-postgres-'));
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const run = (program: string, words: string, paths: string[]) =>
    spawn(...asAccount(owner, join(bin, program), [...words.split(' '), ...paths]), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const init = run(
    'initdb',
    `--username ${account} --auth trust --no-sync --encoding UTF8 --locale C.UTF-8`,
    ['--pgdata', data],
  );
  const told = collect(init);
  const [code] = await once(init, 'exit');
  if (code !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`initdb ended with ${String(code)}:\n${told()}`);
  }
  const url = `postgres://${account}@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    if (server === null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
    server = null;
  };
  const stop = async () => {
    // Immediate shutdown, because its data is deleted.
    await end('SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  };
  const resume = async () => {
    const started = run(
      'postgres',
      '-c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200',
      ['-D', data, '-k', folder],
    );
    server = started;
    const log = collect(started);
    for (const until = performance.now() + patience; ;) {
      if (await answers(url)) return;
      if (started.exitCode !== null || performance.now() > until) {
        if (started.exitCode !== null) server = null;
        await stop();
        throw new Error(`PostgreSQL did not start:\n${log()}`);
      }
      await sleep(20);
    }
  };
  await resume();
  // Fast shutdown: committed data is written.
  return { url, stop, resume, halt: () => end('SIGINT') };
}

export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export async function newestBinaries(): Promise<string> {
  const versions = await readdir(binaries).catch(() => []);
  const [newest] = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => b - a);
  if (newest === undefined) {
    throw new NoPostgres(`no TEST_POSTGRES_URL is set and ${binaries} is not there`);
  }
  return join(binaries, String(newest), 'bin');
}

/**
 * Returns an account, by default that of the Debian package, if we are root, because PostgreSQL refuses to run as root;
 * null: our own account.
 */
export async function accountToRunAs(wanted = account): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new NoPostgres(`root cannot run it, and there is no account ${wanted}`);
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Changes the account if needed, and ends the server with this process, even if that is killed. */
export function asAccount(
  owner: Account | null,
  program: string,
  args: readonly string[],
  atOurEnd: 'QUIT' | 'KILL' = 'QUIT',
): [string, string[]] {
  const change =
    owner === null ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  return ['setpriv', [...change, '--pdeathsig', atOurEnd, program, ...args]];
}

export function collect({ stdout, stderr }: ReturnType<typeof spawn>): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return () => text;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
