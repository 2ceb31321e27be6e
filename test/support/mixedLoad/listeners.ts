import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from 'undici';
import * as z from 'zod/mini';
import { liveEvent } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';

const message = z.object({
  id: z.string(),
  number: z.number(),
  type: z.string(),
  /** customId of the user; '' if the event has none. */
  of: z.string(),
});
/** Delivery, as stored by the receiving process. */
export type Message = z.infer<typeof message>;

export interface ReceivingProcess {
  readonly url: string;
  take(): Promise<Message[]>;
  close(): void;
}

/** Opens a receiver of webhooks in its own process, so that it answers while this one is busy. */
export async function openReceivingProcess(): Promise<ReceivingProcess> {
  const child = fork(new URL('./receiver.ts', import.meta.url), { execArgv: [] });
  const [{ port }] = z.parse(
    z.tuple([z.object({ port: z.number() })], z.unknown()),
    await once(child, 'message'),
  );
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async take() {
      child.send('take');
      const [messages] = await once(child, 'message');
      return z.parse(z.array(message), messages);
    },
    close: () => void child.kill(),
  };
}

export interface Stream {
  readonly events: () => number;
  readonly resyncs: () => number;
  readonly seen: ReadonlySet<string>;
}

export async function followLive(client: Client): Promise<Stream> {
  const { body, statusCode } = await client.request({
    method: 'GET',
    path: getLive.path,
    bodyTimeout: 0,
  });
  if (statusCode !== 200) throw new Error(`A live stream was answered with ${statusCode}`);
  const seen = new Set<string>();
  let events = 0;
  let resyncs = 0;
  let rest = '';
  body.setEncoding('utf8');
  body.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name === 'resync') resyncs += 1;
      const event = z.safeParse(liveEvent, JSON.parse(data ?? 'null')).data;
      if (event === undefined) continue;
      events += 1;
      if (event.type === 'user.created') seen.add(event.subject);
    }
  });
  // The end of the test breaks it off.
  body.on('error', () => {});
  return { events: () => events, resyncs: () => resyncs, seen };
}
