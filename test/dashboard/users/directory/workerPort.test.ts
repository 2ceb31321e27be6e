import { expect, test } from 'vitest';
import { HttpError, NetworkError, UnreadableError } from '#dashboard/shared/api/errors.ts';
import type { Directory } from '#dashboard/users/directory/directoryPort.ts';
import { ReadingGoneError } from '#dashboard/users/directory/directoryPort.ts';
import type { Asked, Told } from '#dashboard/users/directory/index/messages.ts';
import { createWorkerPort } from '#dashboard/users/directory/index/workerPort.ts';
import { readError, writeError } from '#dashboard/users/directory/index/writtenError.ts';
import { question } from './someUsers.ts';

/** A worker whose answers the test gives. */
class TestWorker extends EventTarget implements Pick<Worker, 'postMessage' | 'terminate'> {
  readonly asked: Asked[] = [];
  isEnded = false;
  postMessage(asked: Asked): void {
    this.asked.push(structuredClone(asked));
  }
  terminate(): void {
    this.isEnded = true;
  }
  tell(told: Told): void {
    this.dispatchEvent(new MessageEvent('message', { data: structuredClone(told) }));
  }
}

function portOf(worker: TestWorker, onBroken = () => {}) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a worker that the port uses
  return createWorkerPort(worker as unknown as Worker, onBroken);
}

const part = (count: number, isWhole = false): Directory => ({
  reading: 1,
  count,
  isWhole,
  tellsDay: true,
  unreadable: null,
});
const forever = new AbortController().signal;
const sight = { first: 0, last: 9 };

const arranged = (users: number) => ({
  places: Uint32Array.from({ length: users }, (_, i) => i),
  sums: {
    users,
    wallets: 0,
    total: 0,
    dayChange: null,
    dayChangeRatio: null,
    up: 0,
    level: 0,
    down: 0,
  },
  without: {},
  first: new Map(),
});

test('parts come one after another, and then the whole', async () => {
  const worker = new TestWorker();
  const counts: number[] = [];
  const reading = portOf(worker).read('directory', ({ count }) => counts.push(count), forever);
  const [{ call } = { call: -1 }] = worker.asked;
  worker.tell({ call, tell: 'part', directory: part(10) });
  worker.tell({ call, tell: 'part', directory: part(20) });
  worker.tell({ call, tell: 'read', directory: part(30, true) });
  expect(await reading).toEqual(part(30, true));
  expect(counts).toEqual([10, 20]);
});

test('who gives up a question leaves it, and what is still told of it reaches nobody', async () => {
  const worker = new TestWorker();
  const port = portOf(worker);
  const end = new AbortController();
  const given = port.arrange(1, question({ text: 'a' }), sight, end.signal);
  const next = port.arrange(1, question({ text: 'ab' }), sight, forever);
  end.abort();
  await expect(given).rejects.toThrow(/abort/i);
  const [first, second, leave] = worker.asked;
  expect(leave).toEqual({ call: first?.call, ask: 'leave' });
  worker.tell({ call: first?.call ?? -1, tell: 'arranged', arranged: arranged(1) });
  worker.tell({ call: second?.call ?? -1, tell: 'arranged', arranged: arranged(2) });
  expect((await next).sums.users).toBe(2);
});

test('a question that was given up before it was asked is not asked', async () => {
  const worker = new TestWorker();
  await expect(portOf(worker).arrange(1, question(), sight, AbortSignal.abort())).rejects.toThrow(
    /abort/i,
  );
  expect(worker.asked).toEqual([]);
});

test('errors are the same on both sides', () => {
  const asked = { method: 'GET', url: '/x/directory' };
  const answer = { ...asked, status: 503, problem: null, text: 'busy', retryAfter: 7 };
  for (const error of [
    new HttpError('Busy.', answer),
    new NetworkError('Down.', asked),
    new UnreadableError('What?', { ...asked, text: '<p>' }),
    new ReadingGoneError('Gone.'),
    new Error('Other.'),
  ]) {
    const read = readError(structuredClone(writeError(error)));
    expect(read.constructor).toBe(error.constructor);
    expect(read).toEqual(error);
    expect(JSON.stringify(read)).toBe(JSON.stringify(error));
  }
});

test('a worker that breaks fails all who wait, and says that it is gone', async () => {
  const worker = new TestWorker();
  let isBroken = false;
  const port = portOf(worker, () => {
    isBroken = true;
  });
  const waiting = [
    port.read('list', () => {}, forever),
    port.arrange(1, question(), sight, forever),
    port.entries(1, Uint32Array.of(0), ''),
  ];
  const event = Object.assign(new Event('error'), { message: 'out of memory' });
  worker.dispatchEvent(event);
  for (const one of waiting) await expect(one).rejects.toThrow('stopped: out of memory');
  expect(isBroken && worker.isEnded).toBe(true);
});
