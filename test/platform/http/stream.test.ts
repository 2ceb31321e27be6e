import { expect, test } from 'vitest';
import { jsonArrayStream } from '#platform/http/stream.ts';

/** Pages of which it is known how many were asked for, and whether the source was told to stop. */
function source(pages: readonly (readonly unknown[])[]) {
  const state = { asked: 0, stopped: false };
  async function* make() {
    try {
      for (const page of pages) {
        state.asked += 1;
        yield page;
      }
    } finally {
      state.stopped = true;
    }
  }
  return { state, pages: make() };
}

const text = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

async function* failing(page: readonly unknown[]) {
  if (page.length > 0) yield page;
  throw new Error('The database went away');
}

test.each([
  [[], '[]'],
  [[[]], '[]'],
  [[[1]], '[1]'],
  [[[1, 2], [], [3]], '[1,2,3]'],
  [[[], [{ a: '日本' }], [null]], '[{"a":"日本"},null]'],
])('pages %j are the array %s', async (pages, json) => {
  expect(await text(await jsonArrayStream(source(pages).pages))).toBe(json);
});

test('the first page is made at once, and then no page ahead of the reader', async () => {
  const { state, pages } = source([[1], [2], [3]]);
  const reader = (await jsonArrayStream(pages)).getReader();
  expect(state.asked).toBe(1);
  await reader.read();
  expect(state.asked).toBe(1);
  await reader.read();
  expect(state.asked).toBe(2);
  expect(state.stopped).toBe(false);
});

test('a reader that goes away stops the work', async () => {
  const { state, pages } = source([[1], [2], [3]]);
  const reader = (await jsonArrayStream(pages)).getReader();
  await reader.read();
  await reader.cancel();
  expect(state).toEqual({ asked: 1, stopped: true });
});

test('what fails at once fails before an answer begins', async () => {
  await expect(jsonArrayStream(failing([]))).rejects.toThrow('The database went away');
});

test('a fault on the way breaks the answer off, so that half a list never looks whole', async () => {
  const stream = await jsonArrayStream(failing([1]));
  await expect(text(stream)).rejects.toThrow('The database went away');
});
