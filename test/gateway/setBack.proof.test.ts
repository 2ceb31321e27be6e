import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { start, type Running } from '#gateway/process/startProcess.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { openReceiver, type Receiver } from '#test/support/receiver.ts';

const second = 1000;
const hour = 60 * 60 * second;

let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-clock-'));
  await makeDataFolder(folder);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

/** The system clock and the time that passes, as the test says. */
const time = { wall: Date.UTC(2026, 5, 17, 5, 27, 0), elapsed: 0 };
const pass = (milliseconds: number) => {
  time.wall += milliseconds;
  time.elapsed += milliseconds;
};
const printed: string[] = [];
const logged: string[] = [];

function startHere(): Promise<Running> {
  const { config } = readConfig(['--port=0', '--sample-users=0', `--data-dir=${folder}`], {
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  return start({
    config,
    version: '0.0.0',
    clock: () => time.wall,
    elapsed: () => time.elapsed,
    print: (line) => printed.push(line),
    log: (line) => logged.push(line),
    dashboard: async () => ({
      files: { plain: new Map(), compressed: new Map(), preloadsOf: () => undefined },
      close: async () => {},
    }),
  });
}

/** What a process does by itself comes within seconds. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- awaited where it is called
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 30_000 });

/** Calls of one process. */
function callsOf({ url }: Running) {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    expect([method, path, response.ok]).toEqual([method, path, true]);
    return response.json();
  };
  const change = (json: unknown) => send('POST', '/p/users/ada', { json: JSON.stringify(json) });
  return {
    send,
    change,
    hold: (amount: number) =>
      change({ wallets: [{ thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount }] }] }),
    held: async () => {
      const [wallet] = await send('GET', '/p/users/ada/wallets');
      return wallet.tokens[0].amount;
    },
    clock: async () => (await send('GET', '/x/health')).clock,
  };
}

const messages = (): { type: string; timestamp: string; data: { name?: string } }[] =>
  receiver.received.map(({ body }) => JSON.parse(body));

test(
  'a clock set back by an hour: what is acknowledged is shown, and nothing waits an hour more',
  { timeout: 180_000 },
  async () => {
    let running = await startHere();
    try {
      const { send, change, hold, held, clock } = callsOf(running);
      await send('PUT', '/p/webhook', { url: receiver.url, type: '*' });
      await send('PUT', '/p/users', { customId: 'ada' });
      await change({ name: 'first' });
      await hold(1);
      await eventually(() => messages().length).toBe(3);
      receiver.answer = (_, response) => response.writeHead(500).end();
      await change({ name: 'second' });
      await send('PUT', '/p/users', { customId: 'bob' });
      // The attempt that fails, so that there is one to make again.
      await eventually(() => receiver.received.length).toBe(4);
      receiver.answer = (_, response) => response.writeHead(204).end();

      time.wall -= hour;
      await hold(2);
      await hold(3);
      expect(await held()).toBe(3);
      await eventually(clock).toMatchObject({
        ok: false,
        aheadSeconds: 3600,
        lastJump: { seconds: -3600 },
      });
      expect(logged).toEqual([
        'The system clock was set back by 1 h: the clock of the service is 1 h ahead and runs at half speed until the system clock catches up.',
      ]);

      // Twenty seconds are ten at half speed: enough for what is published once in ten, and for the second attempt.
      pass(20 * second);
      await eventually(() => messages().map(({ type, data }) => [type, data.name])).toContainEqual([
        'user.updated',
        'second',
      ]);
      await eventually(() =>
        receiver.received.filter(({ headers }) => headers['webhook-attempt'] === '2'),
      ).toHaveLength(1);
      const times = messages().map(({ timestamp }) => Date.parse(timestamp));
      expect(Math.min(...times)).toBeGreaterThanOrEqual(time.wall + hour - 20 * second);
      // Receivers compare the time of an attempt with theirs.
      expect(receiver.received.at(-1)?.headers['webhook-timestamp']).toBe(
        String(time.wall / second),
      );

      // A process that starts while the clock is behind continues at the end of the previous one.
      await running.stop();
      expect(printed.join('\n')).not.toContain('behind');
      running = await startHere();
      const again = callsOf(running);
      expect(printed).toContainEqual(
        expect.stringMatching(
          /^The system clock is 59 min 50 s behind the latest change in the database: /,
        ),
      );
      expect(await again.clock()).toMatchObject({ ok: false, aheadSeconds: 3590, lastJump: null });
      await again.hold(4);
      time.wall += hour;
      expect(await again.held()).toBe(4);
      await again.hold(5);
      expect(await again.held()).toBe(5);
      expect(await again.clock()).toMatchObject({ ok: true, aheadSeconds: 0 });
    } finally {
      await running.stop();
    }
  },
);
