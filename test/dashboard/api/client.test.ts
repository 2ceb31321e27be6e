import { delay, http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '#dashboard/api/client.ts';
import { codeLineOf, HttpError, NetworkError, UnreadableError } from '#dashboard/api/errors.ts';
import { recoverEndpoint } from '#contract/operations/endpoints.ts';
import { createUser, getUser, getUsers } from '#contract/operations/users.ts';
import { removeWebhook } from '#contract/operations/webhooks.ts';
import { server, testService } from '#test/support/server.ts';

const path = '/p/users/acme';
const acme = { params: { id: 'acme' } };

/** The error with which a call rejects. */
async function failureOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
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

test('reads data of the service', async () => {
  const service = await testService();
  await service.call('PUT', '/p/users', { customId: 'a/b?c#d e%2F' });
  await expect(call(getUser, { params: { id: 'a/b?c#d e%2F' } })).resolves.toMatchObject({
    customId: 'a/b?c#d e%2F',
    total: 0,
  });
});

test('an error has the message of the problem, with a line to quote', async () => {
  const error = await failureOf(call(getUser, { params: { id: 'nobody' } }));
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
])('an error of another service, %s, has the message: %s', async (body, words) => {
  answer(body, { status: 400, statusText: 'Bad Request' });
  const error = await failureOf(call(getUser, acme));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message: words, text: body, problem: null });
});

test.each([
  ['20', 20],
  ['soon', null],
])('Retry-After %s is %s seconds', async (header, seconds) => {
  answer('', { status: 503, headers: { 'Retry-After': header } });
  expect(await failureOf(call(getUser, acme))).toMatchObject({ retryAfter: seconds });
});

test.each([
  ['<!doctype html><title>Shell</title>', 'answered with a web page instead of JSON'],
  ['', 'answered with nothing instead of JSON'],
  ['{"customId":', 'answered with text instead of JSON'],
  ['{"customId":7}', 'at /_id: expected string, found nothing'],
  ['null', 'as a whole: expected object, found null'],
])('a successful response whose body is %s has a readable message', async (body, words) => {
  answer(body, { status: 200 });
  const error = await failureOf(call(getUser, acme));
  expect(error).toBeInstanceOf(UnreadableError);
  expect(String(error)).toContain(path);
  expect(String(error)).toContain(words);
});

test('names the location of unreadable data', async () => {
  server.use(
    http.get('*/p/users', () =>
      HttpResponse.json([
        { ...example, total: 1 },
        { ...example, total: 'NaN' },
      ]),
    ),
  );
  const error = await failureOf(call(getUsers, {}));
  expect(String(error)).toContain('at /1/total: expected number, found "NaN"');
});

const example = {
  _id: '1',
  customId: 'acme',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  walletCount: 0,
};

test('reports a network failure', async () => {
  server.use(http.get(`*${path}`, () => HttpResponse.error()));
  const error = await failureOf(call(getUser, acme));
  expect(error).toBeInstanceOf(NetworkError);
  expect(String(error)).toContain('cannot be reached');
});

test('a request without an answer times out after 15 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.use(
    http.get(`*${path}`, async () => {
      await delay('infinite');
    }),
  );
  const failure = failureOf(call(getUser, acme));
  await vi.advanceTimersByTimeAsync(15_000);
  const error = await failure;
  expect(error).toBeInstanceOf(NetworkError);
  expect(String(error)).toContain('did not answer within 15 s');
});

test('a caller that aborts gets its own reason, not a network error', async () => {
  server.use(
    http.get(`*${path}`, async () => {
      await delay('infinite');
    }),
  );
  const controller = new AbortController();
  const failure = failureOf(call(getUser, acme, controller.signal));
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AbortError' });
});

test.each([
  ['a removal', 204, () => call(removeWebhook, {})],
  ['a creation', 200, () => call(createUser, { body: { customId: 'acme' } })],
])('an empty body after %s is a success', async (_, status, change) => {
  server.use(http.all('*', () => new Response(null, { status })));
  await expect(change()).resolves.toBeUndefined();
});

test('a change sends JSON with its headers', async () => {
  const body = { customId: 'acme' };
  await expect(call(createUser, { body })).resolves.toMatchObject(body);
  const headers = { 'If-None-Match': '*' };
  const error = await failureOf(call(createUser, { body, headers }));
  expect(error).toMatchObject({ status: 412 });
});

test('a response is parsed by the schema of its status', async () => {
  const input = { params: { id: 'one' }, body: { since: '2026-01-01T00:00:00.000Z' } };
  const counts = { count: 2, older: 1 };
  server.use(
    http.post('*/x/webhooks/endpoints/one/recover', () => HttpResponse.json(counts), {
      once: true,
    }),
    http.post('*/x/webhooks/endpoints/one/recover', () =>
      HttpResponse.json(counts, { status: 201 }),
    ),
  );
  await expect(call(recoverEndpoint, input)).resolves.toEqual(counts);
  expect(await failureOf(call(recoverEndpoint, input))).toBeInstanceOf(UnreadableError);
});
