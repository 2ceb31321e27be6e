import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import * as z from 'zod/mini';
import { getDirectory } from '#contract/operations/directory.ts';
import { createUser, getUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { userList } from '#contract/user.ts';
import { openReceivingProcess, type Message } from '#test/support/mixedLoad/listeners.ts';
import {
  lostEvents,
  lostUsers,
  stuckDeliveries,
  type Acknowledged,
} from '#test/support/mixedLoad/losses.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createAnswers, isGood, type Answers } from './answers.ts';
import { faultsOfStreams, follow } from './streams.ts';

const readers = 4;
const writers = 4;
const liveStreams = 3;
const pauseMs = 40;

/** Clients of a fleet: readers, writers, live streams, and a receiver of webhooks. */
export interface Load {
  readonly reads: Answers;
  readonly writes: Answers;
  /** Ends the load, then looks for everything that was acknowledged. */
  finish(): Promise<Outcome>;
  close(): Promise<void>;
}

export interface Outcome {
  readonly acknowledged: number;
  readonly deliveries: number;
  readonly repeated: number;
  readonly streamEvents: number;
  readonly reconnects: number;
  readonly lost: readonly string[];
}

export async function startLoad(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Load> {
  const clients: Client[] = [];
  const connect = (): Requests => {
    const client = new Client(`http://${address}`, { headersTimeout: 60_000 });
    clients.push(client);
    return client.compose(
      (dispatch) => (options, handler) =>
        dispatch({ ...options, headers: { ...Object(options.headers), ...headers } }, handler),
    );
  };
  const receiver = await openReceivingProcess();
  const reads = createAnswers();
  const writes = createAnswers();
  const known = new Map<string, Acknowledged>();
  let acknowledged = 0;
  const ending = new AbortController();

  const first = connect();
  const registered = await send(first, 'PUT', putWebhook.path, { url: receiver.url, type: '*' });
  if (!isGood(registered)) throw new Error(`The webhook was answered with ${registered}`);
  const list = await first.request({ method: 'GET', path: `${getUsers.path}?limit=30` });
  const sample = z.parse(userList, await list.body.json()).map(({ customId }) => customId);
  const streams = await Promise.all(Array.from({ length: liveStreams }, () => follow(connect())));

  async function read(index: number): Promise<void> {
    const client = connect();
    const paths = [
      (id: string) => pathTo(getUser, id),
      (id: string) => pathTo(getWallets, id),
      (id: string) => pathTo(getUserHistory, id, 'day'),
      () => `${getDirectory.path}?limit=20`,
    ];
    for (let count = index; !ending.signal.aborted; count += 1) {
      const id = sample[count % sample.length] ?? '';
      reads.add(index, await send(client, 'GET', paths[count % paths.length]?.(id) ?? ''));
      await wait(pauseMs);
    }
  }

  /** Repeats a change until it is acknowledged. Each change may be sent twice without another effect. */
  async function change(
    client: Requests,
    index: number,
    ...[method, path, body]: ['PUT' | 'POST', string, unknown]
  ): Promise<void> {
    for (;;) {
      const status = await send(client, method, path, body);
      writes.add(index, status);
      await wait(pauseMs);
      if (!isGood(status)) continue;
      acknowledged += 1;
      return;
    }
  }

  async function write(index: number): Promise<void> {
    const client = connect();
    for (let count = 1; !ending.signal.aborted; count += 1) {
      const customId = `fleet/${index}/${count}`;
      const path = pathTo(updateUser, customId);
      await change(client, index, 'PUT', createUser.path, { customId });
      const own: Acknowledged = { note: null, amount: null };
      known.set(customId, own);
      await change(client, index, 'POST', path, patch({ note: count }));
      own.note = count;
      const wallets = [
        { thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: count }] },
      ];
      await change(client, index, 'POST', path, patch({ wallets }));
      own.amount = count;
    }
  }

  const working = Promise.all([
    ...Array.from({ length: readers }, (_, index) => read(index)),
    ...Array.from({ length: writers }, (_, index) => write(index)),
  ]);
  return {
    reads,
    writes,
    async finish() {
      ending.abort();
      await working;
      const lost = await lostUsers(connect, known);
      lost.push(...(await stuckDeliveries(first)));
      // The last events are on their way.
      await wait(2000);
      const messages = await receiver.take();
      lost.push(...lostEvents(known, messages, streams), ...renumbered(messages));
      lost.push(...faultsOfStreams(streams));
      const resyncs = streams.reduce((sum, stream) => sum + stream.resyncs(), 0);
      if (resyncs > 0) lost.push(`${resyncs} live streams that had to request everything again`);
      return {
        acknowledged,
        deliveries: new Set(messages.map(({ id }) => id)).size,
        repeated: messages.length - new Set(messages.map(({ id }) => id)).size,
        streamEvents: streams.reduce((sum, stream) => sum + stream.events(), 0),
        reconnects: streams.reduce((sum, stream) => sum + stream.reconnects(), 0),
        lost,
      };
    },
    async close() {
      ending.abort();
      for (const stream of streams) stream.stop();
      await Promise.all(clients.map((client) => client.destroy()));
      receiver.close();
    },
  };
}

type Requests = Pick<Dispatcher, 'request'>;

/** Body of a change of a user. */
const patch = (json: unknown) => ({ json: JSON.stringify(json) });

/** Sends one request. @returns its status; 0: no answer. */
async function send(
  client: Requests,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: unknown,
): Promise<number> {
  const sent =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const answer = await client.request({ method, path, ...sent });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return 0;
  }
}

/** A message keeps its number in each attempt, and no other message has it. */
function renumbered(messages: readonly Message[]): string[] {
  const pairs = new Set(messages.map(({ id, number }) => `${id} ${number}`));
  const ids = new Set(messages.map(({ id }) => id));
  const numbers = new Set(messages.map(({ number }) => number));
  return pairs.size === ids.size && pairs.size === numbers.size
    ? []
    : [`${pairs.size} pairs of ${ids.size} messages and ${numbers.size} numbers`];
}
