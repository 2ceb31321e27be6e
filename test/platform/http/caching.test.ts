import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { implement, Reply, serve } from '#platform/http/implement.ts';

/** What is answered to a call that may be cached so, with headers of its own where they are given. */
async function answered(
  cache: NonNullable<Operation['cache']>,
  own: Record<string, string> = {},
  asked: Record<string, string> = {},
) {
  const operation = {
    method: 'GET',
    path: '/x/it',
    answers: { 200: z.string() },
    cache,
    problems: [],
    role: 'analyst',
  } as const satisfies Operation;
  const app = new Hono();
  serve(app, [implement(operation, () => new Reply(200, 'it', own))]);
  const { status, headers } = await app.request(operation.path, { headers: asked });
  return { status, control: headers.get('cache-control'), etag: headers.get('etag') };
}

test('an answer has the headers of its caching', async () => {
  expect(await answered('never')).toEqual({ status: 200, control: 'no-store', etag: null });
  const kept = await answered('revalidate');
  expect(kept).toEqual({
    status: 200,
    control: 'no-cache',
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  });
  const again = { 'if-none-match': kept.etag ?? '' };
  expect(await answered('revalidate', {}, again)).toEqual({ ...kept, status: 304 });
  expect(await answered('never', {}, again)).toMatchObject({ status: 200 });
});

test('the headers a handler gives go before them, however it is cached', async () => {
  const own = { 'Cache-Control': 'max-age=60', ETag: '"own"' };
  for (const cache of ['never', 'revalidate'] as const) {
    expect(await answered(cache, own)).toEqual({
      status: 200,
      control: 'max-age=60',
      etag: '"own"',
    });
  }
  expect(await answered('revalidate', own, { 'if-none-match': '"own"' })).toMatchObject({
    status: 304,
  });
});
