import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { PostgresPrograms } from './postgresPrograms.ts';

const run = promisify(execFile);

const role = 'portfolio';
const socketName = '.s.PGSQL.5432';
/** The limit of Linux. */
const maxSocketBytes = 107;

const probeIntervalMs = 20;
const probeTimeoutMs = 10_000;
/** Crash recovery reads at most `max_wal_size`. */
const startTimeoutMs = 300_000;
const firstRestartMs = 500;
const maxRestartMs = 60_000;
const stopTimeoutMs = 10_000;
const maxOutput = 4096;

/** The server could not be started or stopped; the message is its own reason. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

export interface PostgresServer {
  readonly url: string;
  /** Whether the server is gone, and is being restarted. */
  isDown(): boolean;
  /** Stops it cleanly. */
  stop(): Promise<void>;
}

/** The address of the server that runs on a folder. Its socket is inside, where only this user can reach it. */
export const socketUrl = (folder: string) =>
  `postgresql://${role}@localhost/postgres?host=${encodeURIComponent(folder)}`;

export const socketOf = (folder: string) => join(folder, socketName);

export const isSocketTooLong = (folder: string) =>
  Buffer.byteLength(socketOf(folder)) > maxSocketBytes;

/** Creates the files of a database in a new folder, on disk when it returns. */
export async function initializeFolder(
  { initdb, environment }: PostgresPrograms,
  folder: string,
): Promise<void> {
  // Only this user can enter the folder with the socket, so no password is stored. The collation is the one of PGlite.
  const options = `--username=${role} --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8`;
  try {
    await run(initdb, [...options.split(' '), `--pgdata=${folder}`], { env: environment });
  } catch (error) {
    throw new ServerError(reasonIn(textOf(error)));
  }
}

/** A small server for one process: it uses a third of the memory of PostgreSQL's defaults. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '30',
  superuser_reserved_connections: '1',
  shared_buffers: '32MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  autovacuum_max_workers: '1',
  timezone: 'UTC',
  // Statements may contain secrets.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
};

export interface ServerOptions {
  readonly programs: PostgresPrograms;
  readonly folder: string;
  /** Whether commits wait for the disk. */
  readonly isSynced: boolean;
  readonly log: (line: string) => void;
}

/**
 * Starts PostgreSQL on a folder that this process has locked, after stopping one that a killed process left there. Restarts it
 * if it ends, which recovers all commits.
 */
export async function startServer({
  programs,
  folder,
  isSynced,
  log,
}: ServerOptions): Promise<PostgresServer> {
  let isStopping = false;
  let isDown = false;
  let running = await start();
  let restarting: Promise<void> = Promise.resolve();
  watch();

  async function start(): Promise<ChildProcess> {
    await stopStray(folder);
    const own = {
      ...settings,
      unix_socket_directories: folder,
      synchronous_commit: isSynced ? 'on' : 'off',
    };
    const args = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // In a session of its own: Ctrl-C must not stop it before the service has finished.
    const child = spawn(programs.postgres, ['-D', folder, ...args], {
      env: programs.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
    const ended = once(child, 'close').then(
      () => output,
      (error: unknown) => textOf(error),
    );
    let end: string | null = null;
    void ended.then((text) => {
      end = text;
    });
    for (const until = performance.now() + startTimeoutMs; ; await wait(probeIntervalMs)) {
      if (end !== null) throw new ServerError(reasonIn(end));
      if ((await probe(folder)) === 'answers') return child;
      if (performance.now() > until) {
        child.kill('SIGQUIT');
        throw new ServerError(`no answer for ${startTimeoutMs / 1000} s`);
      }
    }
  }

  function watch(): void {
    const child = running;
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      isDown = true;
      log(`The database ended (${signal ?? `exit code ${code}`}) and is being restarted`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() sets it during an await
    for (let delayMs = firstRestartMs; !isStopping; delayMs = Math.min(2 * delayMs, maxRestartMs)) {
      await wait(delayMs, undefined, { ref: false });
      if (isStopping) return;
      try {
        running = await start();
        isDown = false;
        watch();
        log('The database accepts changes again');
        return;
      } catch (error) {
        log(`The database could not be restarted: ${textOf(error)}`);
      }
    }
  }

  // An unexpected end of this process stops the server too, unless it is killed.
  const stopAtExit = () => running.kill('SIGINT');
  process.on('exit', stopAtExit);
  return {
    url: socketUrl(folder),
    isDown: () => isDown,
    async stop() {
      isStopping = true;
      await Promise.race([restarting, wait(stopTimeoutMs, undefined, { ref: false })]);
      process.off('exit', stopAtExit);
      await end(running);
    },
  };
}

/** Ends it in order, which takes a moment; if that takes too long, at once, which the next start recovers. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

/**
 * Stops the server that a killed process left on a folder. Asks its socket, because the process id in its file may belong to
 * any program by now. If nothing answers, its files are outdated: then PostgreSQL itself would trust that process id.
 */
export async function stopStray(folder: string): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid');
  const lock = await readFile(lockFile, 'utf8').catch(() => null);
  if (lock === null) return;
  let isStopping = false;
  for (const until = performance.now() + startTimeoutMs; ; await wait(probeIntervalMs)) {
    const answer = await probe(folder);
    if (answer === 'none') break;
    if (performance.now() > until)
      throw new ServerError('a PostgreSQL on its folder does not stop');
    if (answer === 'answers' && !isStopping) isStopping = await requestStop(folder, lock);
  }
  await rm(lockFile, { force: true });
  await rm(`${socketOf(folder)}.lock`, { force: true });
}

/** Signals the server that answers. It is the one of this process id only if it reads the same in its own folder. */
async function requestStop(folder: string, lock: string): Promise<boolean> {
  const pid = Number.parseInt(lock, 10);
  const client = clientOf(folder);
  try {
    await client.connect();
    const { rows } = await client.query<{ lock: string }>(
      `SELECT pg_read_file('postmaster.pid') AS lock`,
    );
    if (Number.parseInt(rows[0]?.lock ?? '', 10) === pid) return process.kill(pid, 'SIGINT');
  } catch {
    // It may have ended meanwhile.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
  throw new ServerError('another PostgreSQL answers at its socket');
}

type Answer = 'answers' | 'not yet' | 'none';

async function probe(folder: string): Promise<Answer> {
  const client = clientOf(folder);
  try {
    await client.connect();
    return 'answers';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Without a socket, or with one on which no process listens.
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'none' : 'not yet';
  } finally {
    await client.end().catch(() => {});
  }
}

function clientOf(folder: string): Client {
  const client = new Client({
    connectionString: socketUrl(folder),
    connectionTimeoutMillis: probeTimeoutMs,
  });
  client.on('error', () => {});
  return client;
}

/** Returns PostgreSQL's last reason, or else the last line, without its time and level. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => /\b(FATAL|PANIC|error): /.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\b(FATAL|PANIC|error): +/, '').replace(/\.$/, '');
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
