import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { type BodyReader, loadHistory, readHereLimit } from '#dashboard/history/loadHistory.ts';
import { readBody } from '#dashboard/history/readRecords.ts';
import { HttpError, UnreadableError } from '#dashboard/api/errors.ts';
import { server } from '#test/support/server.ts';

const path = '/p/users/%E6%97%A5%E6%9C%AC/wallets/history/all';

/** Imitates the worker in this thread: transferred chunks become unusable, and the result arrives later. */
function readerHere() {
  const seen = { started: 0, pieces: 0, stopped: 0 };
  const start = (): BodyReader => {
    seen.started += 1;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    return {
      take: (piece) => {
        seen.pieces += 1;
        chunks.push(structuredClone(piece, { transfer: [piece.buffer] }));
      },
      finish: () => Promise.resolve().then(() => structuredClone(readBody(chunks))),
      stop: () => {
        seen.stopped += 1;
      },
    };
  };
  return { seen, start };
}

function answer(body: BodyInit, init: ResponseInit = {}): void {
  server.use(http.get('*/wallets/history/all', () => new Response(body, init)));
}

const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    date: new Date(i * 60_000).toISOString(),
    total: i / 4,
    note: '日本 𝄞',
  }));

/** Bytes of a text in chunks that split characters. */
function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(at, (at += size)));
      if (at >= bytes.length) controller.close();
    },
  });
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('It was read'),
    (error: unknown) => error,
  );

test('parses a short body without a worker', async () => {
  const { seen, start } = readerHere();
  answer(inPieces(JSON.stringify(records(1000)), 777));
  const { times, totals, unreadable } = await loadHistory(path, undefined, start);
  expect([times.length, times[999], totals[999], unreadable]).toEqual([
    1000,
    999 * 60_000,
    249.75,
    null,
  ]);
  expect(seen).toEqual({ started: 0, pieces: 0, stopped: 0 });
});

test('a worker parses a long body in chunks, with the same result', async () => {
  const { seen, start } = readerHere();
  const sent = [...records(9000), { date: null, total: 1 }];
  const text = JSON.stringify(sent);
  expect(text.length).toBeGreaterThan(readHereLimit);
  answer(inPieces(text, 50_001));
  const data = await loadHistory(path, undefined, start);
  expect(Array.from(data.times)).toEqual(records(9000).map(({ date }) => Date.parse(date)));
  expect(Array.from(data.totals)).toEqual(records(9000).map(({ total }) => total));
  expect(data.unreadable).toEqual({ count: 1, of: 9001, why: [{ reason: 'no time', count: 1 }] });
  expect(seen.started).toBe(1);
  expect(seen.pieces).toBeGreaterThan(5);
  expect(seen.stopped).toBe(1);
});

test.each([
  ['{"histories":[]}', 'as a whole: expected array, found an object'],
  ['null', 'as a whole: expected array, found null'],
  ['<html>', 'answered with a web page instead of JSON'],
  ['', 'answered with nothing instead of JSON'],
  ['[{"date":', 'answered with text instead of JSON'],
])('rejects the body %j, short or long', async (body, words) => {
  const { start } = readerHere();
  for (const padding of ['', ' '.repeat(readHereLimit)]) {
    answer(body + padding);
    const error = await failureOf(loadHistory(path, undefined, start));
    expect(error).toBeInstanceOf(UnreadableError);
    expect(error).toMatchObject({ url: path, method: 'GET' });
    expect(String(error)).toContain(words);
  }
});

test('throws an error of the service with its text', async () => {
  answer(JSON.stringify({ message: 'The book is closed.' }), { status: 500 });
  const error = await failureOf(loadHistory(path));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 500, message: 'The book is closed.' });
});

test('aborting stops the work, while loading and while parsing', async () => {
  const { seen, start } = readerHere();
  const long = ' '.repeat(readHereLimit + 1);
  const comes = new AbortController();
  const began = Promise.withResolvers<void>();
  const never = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(long)),
  });
  answer(never);
  const coming = failureOf(
    loadHistory(path, comes.signal, () => {
      began.resolve();
      return start();
    }),
  );
  await began.promise;
  comes.abort();
  expect(await coming).toMatchObject({ name: 'AbortError' });
  expect(seen).toMatchObject({ started: 1, stopped: 1 });

  const read = new AbortController();
  answer(long);
  const reading = failureOf(
    loadHistory(path, read.signal, () => ({
      ...start(),
      finish: () => {
        read.abort();
        return new Promise(() => undefined);
      },
    })),
  );
  expect(await reading).toMatchObject({ name: 'AbortError' });
  expect(seen).toMatchObject({ started: 2, stopped: 2 });
});

test('an interrupted stream is an error', async () => {
  const { seen, start } = readerHere();
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(' '.repeat(readHereLimit + 1)));
    },
    pull: (controller) => controller.error(new TypeError('network')),
  });
  server.use(http.get('*/wallets/history/all', () => new HttpResponse(broken)));
  expect(await failureOf(loadHistory(path, undefined, start))).toMatchObject({
    name: 'NetworkError',
  });
  expect(seen.started).toBe(seen.stopped);
});
