import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastEventId } from '#contract/live.ts';
import { holdStream } from '#dashboard/api/live/stream.ts';

/** A service controlled by the test, with its requests and answers. */
interface Connection {
  readonly url: string;
  readonly position: string | null;
  readonly isGivenUp: () => boolean;
  send(text: string): Promise<void>;
  end(): void;
}

const away = () => new Response('', { status: 503 });
const retryAfter = (seconds: string) => () =>
  new Response('', { status: 503, headers: { 'Retry-After': seconds } });

let connections: Connection[] = [];
let answers: (() => Response | null)[] = [];
let ended: AbortController;
let position: string | null = null;
let states: boolean[] = [];
let heard: string[] = [];

beforeEach(() => {
  connections = [];
  answers = [];
  states = [];
  heard = [];
  position = null;
  ended = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const streamed = new TransformStream<Uint8Array>();
    const writer = streamed.writable.getWriter();
    const signal = init.signal ?? new AbortController().signal;
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}));
    connections.push({
      url,
      position: new Headers(init.headers).get(lastEventId.header),
      isGivenUp: () => signal.aborted,
      send: (text) => writer.write(new TextEncoder().encode(text)),
      end: () => void writer.close(),
    });
    const answer = answers.shift()?.();
    if (answer !== undefined && answer !== null) return answer;
    return new Response(streamed.readable, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  void holdStream({
    position: () => position,
    onMessage: (message) => {
      position = message.position;
      heard.push(message.event);
    },
    onState: (isLive) => states.push(isLive),
    signal: ended.signal,
  });
});
afterEach(() => {
  ended.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('a silent stream is closed and resumed from its position', async () => {
  await pass(0);
  expect(connections[0]?.url).toMatch(/^\/x\/live\?before=\d/);
  await connections[0]?.send('id: 7\n\n');
  await pass(34_000);
  await connections[0]?.send(': still here\n\n');
  await pass(34_000);
  expect(connections).toHaveLength(1);
  expect(states).toEqual([true]);
  await pass(3_000);
  expect(connections).toHaveLength(2);
  expect(connections[0]?.isGivenUp()).toBe(true);
  expect(connections[1]).toMatchObject({ url: '/x/live', position: '7' });
  await connections[1]?.send('id: 8\nevent: user.created\ndata: {}\n\n');
  await pass(0);
  expect(states).toEqual([true, false, true]);
  expect(heard).toContain('user.created');
});

test('after sleep, the stream reconnects when the page becomes visible', async () => {
  await pass(0);
  await connections[0]?.send('id: 7\n\n');
  await pass(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(1_100);
  expect(connections).toHaveLength(2);
});

test('waits as long as Retry-After requests, at most five minutes', async () => {
  await pass(0);
  await connections[0]?.send('id: 7\n\n');
  answers = [retryAfter('10'), retryAfter('9999999')];
  connections[0]?.end();
  await pass(1_000);
  expect(connections).toHaveLength(2);
  await pass(8_900);
  expect(connections).toHaveLength(2);
  await pass(1_200);
  expect(connections).toHaveLength(3);
  await pass(299_000);
  expect(connections).toHaveLength(3);
  await pass(1_200);
  expect(connections).toHaveLength(4);
});

test('reconnects with backoff, and at once when the network is back', async () => {
  ended.abort();
  connections = [];
  answers = Array.from({ length: 40 }, () => away);
  ended = new AbortController();
  void holdStream({
    position: () => null,
    onMessage: () => {},
    onState: (isLive) => states.push(isLive),
    signal: ended.signal,
  });
  await pass(600_000);
  // Intervals of 15 to 30 s, so no flood.
  expect(connections.length).toBeGreaterThan(20);
  expect(connections.length).toBeLessThan(50);
  answers = [];
  const before = connections.length;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(connections).toHaveLength(before + 1);
  await connections.at(-1)?.send('id: 0\n\n');
  await pass(0);
  expect(states.at(-1)).toBe(true);
});
