import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { getSession } from '#contract/operations/access.ts';
import { getLive } from '#contract/operations/live.ts';
import { createUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { get, rawClient, type RawClient } from '#test/gateway/rawClient.ts';
import type { Tell } from '../measure.ts';
import type { Stores } from './stores.ts';
import { attackLine, describeEffects, send, underWatch, withTarget } from './target.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sized } from '../size.ts';

const pipelined = sized(5000, 100);
const writes = sized(100, 4);
const openFiles = 300;
const sockets = sized(400, 40);
const slowHeaders = sized(500, 5);
const slowAtMostMs = 120_000;
const idle = sized(10_000, 50);
const idleStreams = sized(1000, 10);
const settleMs = sized(10_000, 500);

/** B2: pipelined requests on one connection that reads no answer. */
export async function attackWithPipelining(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(stores, async (target) => {
    const effects = await underWatch(target, () => pipeline(target.url));
    const { isClosed, answers } = effects.result;
    tell(
      attackLine(
        `B2 one socket, ${pipelined} × GET /p/users sent ahead, never read`,
        1,
        isClosed ? 1 : 0,
        `${answers} answers, then ${isClosed ? 'closed' : 'left open'}; ${describeEffects(effects)}`,
      ),
    );
  });
}

async function pipeline(url: string) {
  const { socket, statuses } = await rawClient(url);
  socket.pause();
  socket.write(get(getUsers.path).repeat(pipelined));
  await wait(settleMs);
  socket.resume();
  await wait(1000);
  const isClosed = socket.closed;
  socket.destroy();
  return { isClosed, answers: statuses().length };
}

/** B3: more connections than the process may open files, and changes meanwhile and afterwards. */
export async function attackWithFiles(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(
    stores,
    async ({ url }) => {
      const writer = new Client(url);
      const wallets = [{ thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 1 }] }];
      const json = JSON.stringify({ wallets });
      const taken = async (name: string) => {
        let count = 0;
        for (let number = 1; number <= writes / 2; number += 1) {
          const customId = `${name} ${number}`;
          if ((await send(writer, 'PUT', createUser.path, { customId })) === 201) count += 1;
          if ((await send(writer, 'POST', pathTo(updateUser, customId), { json })) === 200)
            count += 1;
        }
        return count;
      };
      // Connects before the others do. Only afterwards does its change make the database open files.
      await send(writer, 'GET', getSession.path);
      const many = await connections(url, sockets, get(getLive.path));
      const during = await taken('during');
      const closed = many.filter(({ socket }) => socket.closed).length;
      await closeAll(many);
      const after = await taken('after');
      await writer.destroy();
      tell(
        attackLine(
          `B3 ulimit -n ${openFiles}, ${sockets} live streams, ${2 * writes} changes`,
          2 * writes,
          during + after,
          `${during} of ${writes} meanwhile, ${after} of ${writes} afterwards; ${closed} sockets were closed at once`,
        ),
      );
    },
    `-n ${openFiles}`,
  );
}

/** Headers sent a byte at a time, and live streams that are never read, on two processes at once. */
export async function attackWithSlowSockets(tell: Tell, stores: Stores): Promise<void> {
  await Promise.all([slow(tell, stores), neverRead(tell, stores)]);
}

async function slow(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(
    stores,
    async (target) => {
      const effects = await underWatch(target, () => drip(target.url));
      const { refused, took } = effects.result;
      tell(
        attackLine(
          `${slowHeaders} sockets with headers a byte every 5 s`,
          slowHeaders,
          refused,
          `answered 408 and closed after ${(took / 1000).toFixed(0)} s; ${describeEffects(effects)}`,
        ),
      );
    },
    undefined,
    sized({}, { HEADERS_TIMEOUT_SECONDS: '1' }),
  );
}

async function drip(url: string) {
  const began = performance.now();
  const beginning = `GET ${getSession.path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;
  const all = await connections(url, slowHeaders, beginning);
  const dripping = setInterval(() => {
    for (const { socket } of all) if (socket.writable) socket.write('x');
  }, 5000);
  // The timer must not keep this process alive after the last attack.
  const atMost = wait(slowAtMostMs, undefined, { ref: false });
  await Promise.race([Promise.allSettled(all.map(({ closed }) => closed)), atMost]);
  clearInterval(dripping);
  const took = performance.now() - began;
  await closeAll(all);
  return { refused: all.filter(({ statuses }) => statuses()[0] === 408).length, took };
}

async function neverRead(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(stores, async (target) => {
    const effects = await underWatch(target, () => follow(target.url));
    const { streams, refused, closed } = effects.result;
    tell(
      attackLine(
        `${idleStreams} live streams that read nothing but their beginning`,
        idleStreams,
        streams + refused + closed,
        `${streams} opened, ${refused} refused with 503, ${closed} closed at once; ${writes} changes published; ${describeEffects(effects)}`,
      ),
    );
  });
}

/** Creates users one after another, then waits a moment. */
async function publish(url: string, prefix: string): Promise<void> {
  const writer = new Client(url);
  for (let number = 1; number <= writes; number += 1) {
    await send(writer, 'PUT', createUser.path, { customId: `${prefix} ${number}` });
  }
  await writer.destroy();
  await wait(settleMs);
}

async function follow(url: string) {
  const all = await connections(url, idleStreams, get(getLive.path));
  for (const { socket } of all) socket.once('data', () => socket.pause());
  await publish(url, 'followed');
  const statuses = all.map((one) => one.statuses()[0]);
  const closed = all.filter(({ socket, statuses }) => socket.closed && statuses().length === 0);
  await closeAll(all);
  return {
    streams: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 503).length,
    closed: closed.length,
  };
}

/** Connections that send nothing: ten times the limit, and the limit. */
export async function attackWithIdleConnections(tell: Tell, stores: Stores): Promise<void> {
  for (const limit of [1000, idle]) {
    await withTarget(
      stores,
      async (target) => {
        const effects = await underWatch(target, () => idleConnections(target.url));
        tell(
          attackLine(
            `${idle} idle connections, MAX_CONNECTIONS=${limit}`,
            limit,
            effects.result,
            `open after ${settleMs / 1000} s; ${describeEffects(effects)}`,
          ),
        );
      },
      undefined,
      { MAX_CONNECTIONS: String(limit) },
    );
  }
}

/** Harmless part of the load with that name, the baseline for the wait of other clients. */
export const ordinaryPart: Readonly<Record<string, (url: string) => Promise<void>>> = {
  [`${idleStreams} live streams that read nothing`]: (url) => publish(url, 'alone'),
};

/** @returns the number of connections that stay open. */
async function idleConnections(url: string): Promise<number> {
  const all: RawClient[] = [];
  // The system queues only a few hundred connections that were not accepted yet.
  while (all.length < idle) all.push(...(await connections(url, Math.min(250, idle), '')));
  await wait(settleMs);
  const open = all.filter(({ socket }) => !socket.closed).length;
  await closeAll(all);
  return open;
}

/** Loads that harm other clients by the connections that they hold, by description. Each returns its result as text. */
export const hostileLoads: Readonly<Record<string, (url: string) => Promise<string>>> = {
  [`${slowHeaders} sockets, headers a byte every 5 s`]: async (url) => {
    const { refused, took } = await drip(url);
    return `${refused} answered 408 within ${(took / 1000).toFixed(0)} s`;
  },
  [`${idle} idle connections`]: async (url) => `${await idleConnections(url)} stayed open`,
  [`${idleStreams} live streams that read nothing`]: async (url) => {
    const { streams, refused, closed } = await follow(url);
    return `${streams} opened, ${refused} refused, ${closed} closed`;
  },
  [`${pipelined} requests sent ahead, answers never read`]: async (url) => {
    const { answers, isClosed } = await pipeline(url);
    return `${answers} answers, then ${isClosed ? 'closed' : 'left open'}`;
  },
};

function connections(url: string, count: number, first: string): Promise<RawClient[]> {
  return Promise.all(Array.from({ length: count }, () => rawClient(url, first)));
}

async function closeAll(all: readonly RawClient[]): Promise<void> {
  for (const { socket } of all) socket.destroy();
  await Promise.allSettled(all.map(({ closed }) => closed));
}
