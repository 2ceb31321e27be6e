import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { getBackup } from '#contract/operations/backup.ts';
import { getBookPerformance } from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getLive } from '#contract/operations/live.ts';
import { createUser } from '#contract/operations/users.ts';
import type { Database } from '#platform/database/database.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { usersPerPart } from '#service/directory/parts.ts';
import { command, endAll, serving } from '#test/gateway/spawned.ts';
import { multiplyUsers } from '#test/support/manyUsers.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { NoPostgres, ownCluster } from '#test/support/postgres.ts';
import { percentile, residentMegabytes, watchMemory } from '#test/support/processFigures.ts';
import { timed, type Tell } from './measure.ts';
import { sized } from './size.ts';

const invented = sized(10_000, 20);
const times = sized(20, 2);
const processes = sized(3, 1);
const searches = ['ad', 'ma', 'be', 'q', '1', 'x'];

/** A million users in PostgreSQL and three processes: start, directory, book, live stream, backup and memory. */
export async function benchMillion(tell: Tell): Promise<void> {
  const cluster = await ownCluster().catch((error: unknown) => {
    if (!(error instanceof NoPostgres)) throw error;
    tell(`not measured: ${error.message}`);
    return null;
  });
  if (cluster === null) return;
  const environment = { DATABASE_URL: cluster.url, SECRET_KEY: '07'.repeat(32) };
  const started: Started[] = [];
  const closing: Database[] = [];
  try {
    const making = command(['samples', 'make', String(invented)], environment);
    if ((await making.ended) !== 0) throw new Error(making.output());
    const database = await openPostgres(cluster.url);
    closing.push(database);
    const madeIn = await timed(() => multiplyUsers(database, times));
    tell(`${(invented * times).toLocaleString('en')} users made in ${seconds(madeIn)}`);
    for (let index = 0; index < processes; index += 1) {
      const one = await start(environment);
      started.push(one);
      if (index === 0)
        tell(`its users stored after another ${seconds(await timed(() => storedIn(database)))}`);
      tell(
        `process ${index + 1}: ready in ${seconds(one.readyIn)}, first list in ${seconds(one.listIn)}, ${residentMegabytes(one.pid).toFixed(0)} MB`,
      );
    }
    const [first] = started;
    if (first !== undefined) await measure(first, started.at(-1) ?? first, tell);
  } finally {
    await endAll();
    await Promise.all(closing.map((database) => database.close()));
    await cluster.stop();
  }
}

/** Waits until the first process has stored the users for the others. */
async function storedIn({ queries }: Database): Promise<void> {
  for (;;) {
    const [row] = await queries
      .select({
        stored: sql<number>`(SELECT count(*)::int FROM directory_parts)`,
        of: sql<number>`(SELECT count(DISTINCT seq / ${usersPerPart}::bigint)::int FROM users)`,
      })
      .from(sql`(SELECT 1) AS one`);
    if (row !== undefined && row.stored >= row.of) return;
    await wait(200);
  }
}

interface Started {
  readonly url: string;
  readonly pid: number | undefined;
  readonly readyIn: number;
  readonly listIn: number;
}

async function start(environment: Record<string, string>): Promise<Started> {
  const began = performance.now();
  const running = serving(['--port=0', '--sample-users=0'], environment);
  const url = await running.ready;
  const readyIn = performance.now() - began;
  await read(`${url}${getDirectory.path}?limit=50`);
  return { url, pid: running.process.pid, readyIn, listIn: performance.now() - began };
}

async function measure({ url, pid }: Started, last: Started, tell: Tell): Promise<void> {
  const times: number[] = [];
  for (const q of searches) {
    for (const sort of ['customId', '-total']) {
      const path = `${getDirectory.path}?q=${q}&sort=${sort}&limit=50`;
      times.push(await timed(() => read(url + path)));
    }
  }
  tell(
    `directory, search and sort: p50 ${seconds(percentile(times, 0.5))}, worst ${seconds(percentile(times, 1))}`,
  );
  const book = url + pathTo(getBookPerformance, 'all');
  tell(
    `book, all: first ${seconds(await timed(() => read(book)))}, again ${seconds(await timed(() => read(book)))}`,
  );
  tell(
    `change in one process to the live stream of another: ${seconds(await liveIn(url, last.url))}`,
  );
  const memory = watchMemory(pid);
  let bytes = 0;
  const backedUpIn = await timed(async () => {
    bytes = await read(url + getBackup.path);
  });
  tell(
    `backup: ${(bytes / 1e6).toFixed(0)} MB in ${seconds(backedUpIn)}, at most ${Math.max(...memory.stop()).toFixed(0)} MB of memory`,
  );
}

/** Reads an answer to its end, again while it is 503, as while the users are read. @returns its length. */
async function read(url: string): Promise<number> {
  const response = await fetch(url);
  if (response.status === 503) {
    await response.body?.cancel();
    await wait(200);
    return read(url);
  }
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let length = 0;
  for await (const chunk of response.body ?? []) length += chunk.length;
  return length;
}

async function liveIn(changed: string, followed: string): Promise<number> {
  const ending = new AbortController();
  const stream = await fetch(followed + getLive.path, { signal: ending.signal });
  const chunks = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  // The position comes first.
  await chunks?.read();
  const took = await timed(async () => {
    const customId = 'seen by another process';
    await fetch(changed + createUser.path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customId }),
    });
    for (let text = ''; !text.includes(customId);) {
      const piece = await chunks?.read();
      if (piece === undefined || piece.done) throw new Error('The live stream ended');
      text += piece.value;
    }
  });
  ending.abort();
  return took;
}

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
