import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import * as z from 'zod/mini';
import { getThematics } from '#contract/operations/thematics.ts';
import { createUser, getUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { userList } from '#contract/user.ts';
import { followLive, openReceivingProcess, type Stream } from './mixedLoad/listeners.ts';
import { lostEvents, lostUsers, stuckDeliveries, type Acknowledged } from './mixedLoad/losses.ts';
import { percentile, watchMemory } from './processFigures.ts';
import { pathTo } from './pathTo.ts';

/** Amount and duration of the load. Each connection pauses between two calls. */
export interface MixedLoad {
  readonly url: string;
  readonly pid: number | undefined;
  readonly seconds: number;
  readonly readers: number;
  readonly writers: number;
  readonly liveStreams: number;
  readonly pauseMs: number;
  /** Two connections read the complete directory as CSV, one of them compressed. */
  readonly listPauseMs: number;
}

export interface LoadReport {
  /** Milliseconds of each successful answer, by call. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Descriptions of answers that were not 2xx, and of broken connections. */
  readonly errors: readonly string[];
  /** Answers with 503 and Retry-After among them. */
  readonly refusals: number;
  /** Acknowledged data that does not exist or was not published. */
  readonly lost: readonly string[];
  /** Resident megabytes of the process, once a second. */
  readonly memory: readonly number[];
  readonly users: number;
  readonly deliveries: number;
  readonly repeated: number;
  readonly liveEvents: number;
  /** Number of times that a live stream required clients to request everything again. */
  readonly resyncs: number;
}

interface Answer {
  readonly text: string;
  readonly next: string | undefined;
}

interface Calls {
  readonly times: Map<string, number[]>;
  readonly errors: string[];
  refusals: number;
  /** Returns the answer; null: it was not successful. */
  send(client: Client, name: string, path: string, request?: CallOptions): Promise<Answer | null>;
}

interface CallOptions {
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly body?: unknown;
  /** For a list, whose text is not stored. */
  readonly encoding?: 'identity' | 'br';
}

const thematicId = 'settlement-layers';
const token = 'KORV';
const pageSize = 100;
const sampleSize = 1000;

/** Reads, writes, follows and receives webhooks for a while, then looks for everything acknowledged. */
export async function runMixedLoad(load: MixedLoad): Promise<LoadReport> {
  const calls = createCalls();
  const receiver = await openReceivingProcess();
  const clients: Client[] = [];
  const connect = () => {
    const client = new Client(load.url);
    clients.push(client);
    return client;
  };
  const streams: Stream[] = [];
  const memory = watchMemory(load.pid);
  try {
    const first = connect();
    await calls.send(first, 'PUT webhook', putWebhook.path, {
      method: 'PUT',
      body: { url: receiver.url, type: '*' },
    });
    const sample = await someUsers(first, calls);
    for (let i = 0; i < load.liveStreams; i += 1) streams.push(await followLive(connect()));
    const until = performance.now() + load.seconds * 1000;
    const known = new Map<string, Acknowledged>();
    const repeat = async (pauseMs: number, turn: (count: number) => Promise<void>) => {
      for (let count = 0; performance.now() < until; count += 1) {
        await turn(count);
        await wait(pauseMs * (0.5 + Math.random()));
      }
    };
    await Promise.all([
      ...Array.from({ length: load.readers }, (_, index) =>
        repeat(load.pauseMs, reader(connect(), calls, sample, index)),
      ),
      ...(['identity', 'br'] as const).map((encoding) => {
        const client = connect();
        const name = encoding === 'br' ? 'directory, br' : 'directory';
        return repeat(load.listPauseMs, async () => {
          await calls.send(client, name, '/x/directory?format=csv', { encoding });
        });
      }),
      ...Array.from({ length: load.writers }, (_, index) =>
        repeat(load.pauseMs, writer(connect(), calls, sample, known, index)),
      ),
    ]);
    const memoryInTime = memory.stop();
    const lost = await lostUsers(connect, known);
    lost.push(...(await stuckDeliveries(first)));
    const messages = await receiver.take();
    lost.push(...lostEvents(known, messages, streams));
    const ids = new Set(messages.map(({ id }) => id));
    return {
      times: calls.times,
      errors: calls.errors,
      refusals: calls.refusals,
      lost,
      memory: memoryInTime,
      users: known.size,
      deliveries: messages.length,
      repeated: messages.length - ids.size,
      liveEvents: streams.reduce((sum, { events }) => sum + events(), 0),
      resyncs: streams.reduce((sum, { resyncs }) => sum + resyncs(), 0),
    };
  } finally {
    memory.stop();
    await Promise.all(clients.map((client) => client.destroy()));
    receiver.close();
  }
}

export function describeLoad({ seconds }: MixedLoad, report: LoadReport): string[] {
  const { times, memory } = report;
  const answers = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  const per = [...times].map(([name, all]) => {
    const at = (part: number) => percentile(all, part).toFixed(0);
    return `${name} ${at(0.5)}/${at(0.99)}/${at(1)} (${all.length})`;
  });
  const [early, middle, late] = thirds(memory).map((third) => percentile(third, 0.5).toFixed(0));
  return [
    `${seconds} s of mixed load: ${answers} good answers, ${report.errors.length} errors, ${report.refusals} refused for a limit; ${report.users} users written, ${report.lost.length} things lost; ${report.deliveries} deliveries, ${report.repeated} of them repeated; ${report.liveEvents} events on live streams, ${report.resyncs} resyncs`,
    `p50/p99/max ms (count): ${per.join(', ')}`,
    `RSS in MB, median by thirds: ${early}, ${middle}, ${late}; at most ${Math.max(...memory).toFixed(0)}`,
    ...[...report.errors, ...report.lost].slice(0, 10),
  ];
}

export function thirds<Value>(values: readonly Value[]): Value[][] {
  const size = Math.ceil(values.length / 3);
  return [0, 1, 2].map((third) => values.slice(third * size, (third + 1) * size));
}

function createCalls(): Calls {
  const calls: Calls = {
    times: new Map(),
    errors: [],
    refusals: 0,
    async send(client, name, path, { method = 'GET', body, encoding } = {}) {
      const began = performance.now();
      try {
        const answer = await client.request({
          method,
          path,
          headers: {
            'content-type': 'application/json',
            ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
          },
          // Until the next list, the connection would be idle for about the keep-alive time.
          reset: encoding !== undefined,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const chunks: Buffer[] = [];
        for await (const chunk of answer.body) chunks.push(chunk);
        const text = encoding === undefined ? Buffer.concat(chunks).toString() : '';
        const { statusCode, headers } = answer;
        if (statusCode >= 200 && statusCode < 300) {
          const own = calls.times.get(name) ?? [];
          calls.times.set(name, own);
          own.push(performance.now() - began);
          return { text, next: /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] };
        }
        if (statusCode === 503 && headers['retry-after'] !== undefined) calls.refusals += 1;
        calls.errors.push(`${name}: ${statusCode} ${text.slice(0, 300)}`);
      } catch (error) {
        calls.errors.push(`${name}: ${String(error)}`);
      }
      return null;
    },
  };
  return calls;
}

async function someUsers(client: Client, calls: Calls): Promise<string[]> {
  const list = await calls.send(client, 'GET users', `${getUsers.path}?limit=${sampleSize}`);
  return z.parse(userList, JSON.parse(list?.text ?? '[]')).map(({ customId }) => customId);
}

/** Picks another user each time, from all over the sample. */
const someOf = (sample: readonly string[], index: number, count: number) =>
  sample[(index * 97 + count * 7) % sample.length] ?? '';

function reader(client: Client, calls: Calls, sample: readonly string[], index: number) {
  const firstPage = `${getUsers.path}?limit=${pageSize}`;
  let page = firstPage;
  const reads: ((id: string) => Promise<unknown>)[] = [
    (id) => calls.send(client, 'user', pathTo(getUser, id)),
    (id) => calls.send(client, 'wallets', pathTo(getWallets, id)),
    (id) => calls.send(client, 'history, day', pathTo(getUserHistory, id, 'day')),
    (id) => calls.send(client, 'history, all', pathTo(getUserHistory, id, 'all')),
    () => calls.send(client, 'thematics', getThematics.path),
    async () => {
      const answer = await calls.send(client, 'page of 100', page);
      page = answer?.next ?? firstPage;
    },
  ];
  return async (count: number) => {
    await reads[(index + count) % reads.length]?.(someOf(sample, index, count));
  };
}

function writer(
  client: Client,
  calls: Calls,
  sample: readonly string[],
  known: Map<string, Acknowledged>,
  index: number,
) {
  const change = (name: string, id: string, patch: unknown) =>
    calls.send(client, name, pathTo(updateUser, id), {
      method: 'POST',
      body: { json: JSON.stringify(patch) },
    });
  return async (count: number) => {
    const customId = `load/${index}/${count >> 2}`;
    const own = known.get(customId);
    if (count % 4 === 0) {
      const body = { customId };
      const made = await calls.send(client, 'PUT user', createUser.path, { method: 'PUT', body });
      if (made !== null) known.set(customId, { note: null, amount: null });
    } else if (count % 4 === 1) {
      const set = await change('POST attributes', customId, { note: count });
      if (set !== null && own !== undefined) own.note = count;
    } else if (count % 4 === 2) {
      const wallets = [{ thematics: thematicId, tokens: [{ token, amount: count }] }];
      const stated = await change('POST holdings', customId, { wallets });
      if (stated !== null && own !== undefined) own.amount = count;
    } else {
      await change('POST attributes', someOf(sample, index, count), { note: count });
    }
  };
}
