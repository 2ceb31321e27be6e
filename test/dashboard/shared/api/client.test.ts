import { delay, http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { get, send } from '#dashboard/shared/api/client.ts';
import {
  codeLineOf,
  HttpError,
  NetworkError,
  UnreadableError,
} from '#dashboard/shared/api/errors.ts';
import { paths } from '#contract/paths.ts';
import { user, userList } from '#contract/user.ts';
import { server, testService } from '#test/support/server.ts';

const path = '/p/users/acme';

/** What a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.unreachable(`It answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

function answer(body: string, init: ResponseInit): void {
  server.use(http.get(`*${path}`, () => new Response(body, init)));
}

afterEach(() => {
  vi.useRealTimers();
});

test('reads what the service holds', async () => {
  const service = await testService();
  await service.call('PUT', '/p/users', { customId: 'a/b?c#d e%2F' });
  await expect(get(paths.user('a/b?c#d e%2F'), user)).resolves.toMatchObject({
    customId: 'a/b?c#d e%2F',
    total: 0,
  });
});

test('the words of an error are those of the problem, with a line to quote', async () => {
  const error = await failureOf(get(paths.user('nobody'), user));
  if (!(error instanceof HttpError)) throw error;
  expect(error.status).toBe(404);
  expect(error.problem?.code).toBe('user-not-found');
  expect(error.message).toBe(error.problem?.detail);
  expect(codeLineOf(error)).toBe('404 user-not-found, GET /p/users/nobody');
});

test.each([
  ['{"message":"The book is closed."}', 'The book is closed.'],
  ['{"error":"The book is closed."}', 'The book is closed.'],
  ['{"error":{"message":"The book is closed."}}', 'The book is closed.'],
  ['{"detail":"The book is closed.","title":"Closed"}', 'The book is closed.'],
  ['{"title":"Closed"}', 'Closed'],
  ['"A 400 whose body is text"', 'A 400 whose body is text'],
  ['plain words', 'plain words'],
  ['<html><body>nginx</body></html>', 'The service answered 400 Bad Request.'],
  ['', 'The service answered 400 Bad Request.'],
  ['{"error":null}', 'The service answered 400 Bad Request.'],
  ['[]', 'The service answered 400 Bad Request.'],
])('an error of another service, %s, says: %s', async (body, words) => {
  answer(body, { status: 400, statusText: 'Bad Request' });
  const error = await failureOf(get(path, user));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message: words, text: body, problem: null });
});

test.each([
  ['20', 20],
  ['soon', null],
])('Retry-After %s is %s seconds', async (header, seconds) => {
  answer('', { status: 503, headers: { 'Retry-After': header } });
  expect(await failureOf(get(path, user))).toMatchObject({ retryAfter: seconds });
});

test.each([
  ['<!doctype html><title>Shell</title>', 'answered with a web page instead of JSON'],
  ['', 'answered with nothing instead of JSON'],
  ['{"customId":', 'answered with text instead of JSON'],
  ['{"customId":7}', 'at /_id: expected string, found nothing'],
  ['null', 'as a whole: expected object, found null'],
])('an answer of success whose body is %s is told in words', async (body, words) => {
  answer(body, { status: 200 });
  const error = await failureOf(get(path, user));
  expect(error).toBeInstanceOf(UnreadableError);
  expect(String(error)).toContain(path);
  expect(String(error)).toContain(words);
});

test('the place of what cannot be read is named', async () => {
  server.use(
    http.get('*/p/users', () =>
      HttpResponse.json([
        { ...example, total: 1 },
        { ...example, total: 'NaN' },
      ]),
    ),
  );
  const error = await failureOf(get(paths.users(), userList));
  expect(String(error)).toContain('at /1/total: expected number, found "NaN"');
});

const example = {
  _id: '1',
  customId: 'acme',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  walletCount: 0,
};

test('a network that fails is told as such', async () => {
  server.use(http.get(`*${path}`, () => HttpResponse.error()));
  const error = await failureOf(get(path, user));
  expect(error).toBeInstanceOf(NetworkError);
  expect(String(error)).toContain('cannot be reached');
});

test('a service that does not answer is given up after 15 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.use(
    http.get(`*${path}`, async () => {
      await delay('infinite');
    }),
  );
  const call = failureOf(get(path, user));
  await vi.advanceTimersByTimeAsync(15_000);
  const error = await call;
  expect(error).toBeInstanceOf(NetworkError);
  expect(String(error)).toContain('did not answer within 15 s');
});

test('a caller that gives up gets its own reason, not an error of the network', async () => {
  server.use(
    http.get(`*${path}`, async () => {
      await delay('infinite');
    }),
  );
  const controller = new AbortController();
  const call = failureOf(get(path, user, controller.signal));
  controller.abort();
  expect(await call).toMatchObject({ name: 'AbortError' });
});

test('an empty body after a change is a success', async () => {
  server.use(http.delete('*/p/webhook', () => new Response(null, { status: 204 })));
  await expect(
    send({ method: 'DELETE', path: paths.webhooks(), body: {}, schema: z.string() }),
  ).resolves.toBeUndefined();
});

test('a change sends JSON with its headers', async () => {
  const create = { method: 'PUT', path: paths.users(), body: { customId: 'acme' } } as const;
  await expect(send({ ...create, schema: user })).resolves.toMatchObject({ customId: 'acme' });
  const error = await failureOf(
    send({ ...create, schema: user, headers: { 'If-None-Match': '*' } }),
  );
  expect(error).toMatchObject({ status: 412 });
});
