import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import * as z from 'zod/mini';
import { lastEventId, liveEvent } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import type { Stream } from '#test/support/mixedLoad/listeners.ts';

/** A live stream that reconnects as a browser does. */
export interface Followed extends Stream {
  /** Numbers of its events, as they came. */
  readonly numbers: readonly number[];
  readonly reconnects: () => number;
  stop(): void;
}

const reconnectMs = 200;

export async function follow(client: Pick<Dispatcher, 'request'>): Promise<Followed> {
  const seen = new Set<string>();
  const numbers: number[] = [];
  const ending = new AbortController();
  let last: string | null = null;
  let connections = 0;
  let resyncs = 0;
  const connected = Promise.withResolvers<void>();

  const takeBlock = (block: string): void => {
    const valueOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    last = valueOf('id') ?? last;
    // The first connection has no number to go on from, so it always resyncs.
    if (valueOf('event') === 'resync' && connections > 1) resyncs += 1;
    const event = z.safeParse(liveEvent, JSON.parse(valueOf('data') ?? 'null')).data;
    connected.resolve();
    if (event === undefined) return;
    numbers.push(event.seq);
    if (event.type === 'user.created') seen.add(event.subject);
  };

  async function readOnce(): Promise<void> {
    const { body, statusCode } = await client.request({
      method: 'GET',
      path: getLive.path,
      headers: last === null ? {} : { [lastEventId.header]: last },
      bodyTimeout: 0,
      signal: ending.signal,
    });
    if (statusCode !== 200) {
      await body.dump();
      return;
    }
    connections += 1;
    body.setEncoding('utf8');
    let rest = '';
    for await (const text of body) {
      const blocks = (rest + String(text)).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(takeBlock);
    }
  }

  void (async () => {
    while (!ending.signal.aborted) {
      await readOnce().catch(() => {});
      await wait(reconnectMs);
    }
  })();
  await connected.promise;
  return {
    events: () => numbers.length,
    resyncs: () => resyncs,
    reconnects: () => connections - 1,
    seen,
    numbers,
    stop: () => ending.abort(),
  };
}

/** Numbers that another stream has and this one has not, or that came out of order. */
export function faultsOfStreams(streams: readonly Followed[]): string[] {
  const all = new Set(streams.flatMap(({ numbers }) => numbers));
  return streams.flatMap(({ numbers }, index) => {
    const own = new Set(numbers);
    const missing = [...all].filter((number) => !own.has(number));
    const isOrdered = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
    return [
      ...missing.map((number) => `event ${number} on live stream ${index + 1}`),
      ...(isOrdered ? [] : [`the order of live stream ${index + 1}`]),
    ];
  });
}
