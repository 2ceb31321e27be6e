import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { user } from '#contract/user.ts';
import { pathOf } from '#contract/operation.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { getUser } from '#contract/operations/users.ts';
import { webhook, webhookList } from '#contract/webhook.ts';
import { answerOf, problemOf } from '../support/calls.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { openFromTemplate } from '../support/embeddedTemplate.ts';
import { dialectService, type Answer } from '../support/foreign/dialectService.ts';
import type { Dialect } from '../support/foreign/dialect.ts';
import { dialectOf, dialects } from '../support/foreign/dialects.ts';
import { createTruth, type Truth } from '../support/foreign/truth.ts';

const database = await openFromTemplate();
afterAll(() => database.close());

const opened: Connected[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

interface Opened extends Connected {
  readonly truth: Truth;
}

/** In front of a service of another maker; `around` may answer in its place. */
function inFrontOf(
  dialect: Dialect,
  around: (request: Request, inner: Answer) => Promise<Response> = (request, inner) =>
    inner(request),
): Opened {
  const truth = createTruth();
  const inner = dialectService(dialect, truth, async () => undefined);
  const { usersQuery } = dialect;
  const connected = createConnected({
    answer: (request) => around(request, inner),
    database,
    url: `http://other.example${dialect.prefix}`,
    usersQuery: usersQuery === null ? null : [usersQuery.name, usersQuery.value],
    clock: { now: truth.now },
  });
  opened.push(connected);
  return { ...connected, truth };
}

const pathTo = (id: string) => pathOf(getUser, { params: { id } });
const patch = ({ call }: Connected, id: string, change: object, headers = {}) =>
  call('POST', pathTo(id), { json: JSON.stringify(change) }, headers);
const writes = ({ requests }: Connected) => requests.filter((one) => !one.startsWith('GET '));
const notesOf = (answer: Response) =>
  parseResponseNotes(answer.headers.get(responseNotesHeader))?.notes;

const id = 'a/b?c#d e%2F';
const hook = { url: 'https://receiver.example/in?key=1', type: 'user.changed' };

describe.each(dialects)('$name', (dialect) => {
  test('a user is made once, and found when it is made again', async () => {
    const there = inFrontOf(dialect);
    const made = await there.call('PUT', '/p/users', { customId: 'née/1' });
    expect(made.headers.get('location')).toBe(pathTo('née/1'));
    expect(await answerOf(made, user, 201)).toMatchObject({ customId: 'née/1' });
    expect(there.truth.user('née/1')).not.toBeNull();
    await answerOf(there.call('PUT', '/p/users', { customId: 'née/1' }), user);
    const only = { 'if-none-match': '*' };
    const again = there.call('PUT', '/p/users', { customId: 'née/1' }, only);
    await problemOf(again, 'precondition-failed');
    expect(writes(there)).toEqual([`PUT ${dialect.prefix}/p/users`]);
    expect(there.changes()).toBe(1);
  });

  test('attributes are added, changed and removed, and the others stay', async () => {
    const there = inFrontOf(dialect);
    const before = there.truth.user(id)?.attributes;
    const changed = await patch(there, id, { name: 'Ada', tier: { level: 2 } });
    expect(notesOf(changed)).toEqual([]);
    const shown = await answerOf(changed, user);
    expect(shown).toMatchObject({ ...before, name: 'Ada', tier: { level: 2 } });
    expect(there.truth.user(id)?.attributes).toMatchObject({ ...before, name: 'Ada' });
    const removed = await answerOf(patch(there, id, { tier: null, country: null }), user);
    expect(Object.keys(removed)).not.toContain('country');
    expect(removed).toMatchObject({ name: 'Ada', desk: before?.['desk'] });
    expect(there.truth.user(id)?.attributes['country'] ?? null).toBeNull();
    expect(writes(there)).toHaveLength(2);
    // The same again is no change.
    await answerOf(patch(there, id, { name: 'Ada' }), user);
    expect(writes(there)).toHaveLength(2);
  });

  test('a change of what somebody else changed meanwhile is refused, and nothing is sent', async () => {
    const there = inFrontOf(dialect);
    const read = await there.call('GET', pathTo(id));
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    there.truth.setAttributes(id, { name: 'Changed there' });
    await problemOf(patch(there, id, { name: 'Ada' }, headers), 'precondition-failed');
    expect(writes(there)).toEqual([]);
    const now = await there.call('GET', pathTo(id));
    expect(now.headers.get('etag')).not.toBe(headers['if-match']);
  });

  test('what the service refuses is said in its words', async () => {
    const there = inFrontOf(dialect);
    const { detail } = await problemOf(
      patch(there, id, { name: 'forbidden' }),
      'upstream-rejected',
    );
    const isSilent = dialect.error === 'status line only';
    expect(detail).toContain(isSilent ? '422' : 'The name "forbidden" is reserved.');
  });

  test('webhooks are registered once and removed', async () => {
    const there = inFrontOf(dialect);
    const type = dialect.webhook.types?.[0] ?? hook.type;
    const wanted = { ...hook, type };
    const made = await answerOf(there.call('PUT', '/p/webhook', wanted), webhook, 201);
    expect(made).toMatchObject({ ...wanted, status: null, health: null });
    const isSecret =
      dialect.webhook.message === 'signed as Standard Webhooks' &&
      dialect.receipt === 'the new state';
    expect('secret' in made).toBe(isSecret);
    const { secret: _, ...listed } = made;
    expect(await answerOf(there.call('GET', '/p/webhook'), webhookList)).toEqual([listed]);
    expect(await answerOf(there.call('PUT', '/p/webhook', wanted), webhook)).toEqual(listed);
    expect(writes(there)).toHaveLength(1);
    expect((await there.call('DELETE', '/p/webhook', wanted)).status).toBe(204);
    expect(await answerOf(there.call('GET', '/p/webhook'), webhookList)).toEqual([]);
    await problemOf(there.call('DELETE', '/p/webhook', wanted), 'webhook-not-found');
    await problemOf(there.call('PUT', '/p/webhook', { ...wanted, url: 'nowhere' }), 'invalid-url');
  });
});

test('what is sent twice at once is made once, and two changes at once both last', async () => {
  const there = inFrontOf(dialectOf('blank'), async (request, inner) => {
    const answer = await inner(request);
    // Others are handled between a request and its answer.
    await new Promise((resolve) => void setTimeout(resolve, 20));
    return answer;
  });
  const made = await Promise.all(
    [1, 2, 3].map(() => there.call('PUT', '/p/users', { customId: 'new' })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  const hooks = await Promise.all([1, 2].map(() => there.call('PUT', '/p/webhook', hook)));
  expect(hooks.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(writes(there)).toEqual(['PUT /p/users', 'PUT /p/webhook']);
  // This service replaces all attributes by those that are sent.
  await Promise.all([patch(there, id, { name: 'Ada' }), patch(there, id, { desk: 'North' })]);
  expect(there.truth.user(id)?.attributes).toMatchObject({ name: 'Ada', desk: 'North' });
});

test('what the service sets itself is not sent to it', async () => {
  const there = inFrontOf(dialectOf('plain'));
  for (const name of ['id', 'created_at', 'custom_id', 'wallet_count', 'total']) {
    await problemOf(patch(there, id, { [name]: 'x' }), 'read-only-attribute');
  }
  expect(writes(there)).toEqual([]);
});

test('what is read otherwise after a change is said', async () => {
  const there = inFrontOf(dialectOf('plain'));
  const { truth } = there;
  truth.follow(({ type, customId }) => {
    const attributes = truth.user(customId)?.attributes ?? {};
    if (type === 'user.updated' && attributes['name'] === 'ada') {
      truth.setAttributes(customId, { ...attributes, name: 'ADA' });
    }
  });
  const answer = await patch(there, id, { name: 'ada' });
  expect(notesOf(answer)).toEqual(['The service did not store everything as sent: /name differs.']);
  expect(await answerOf(answer, user)).toMatchObject({ name: 'ADA' });
});

test('a change that was taken is a success, also where the service is gone afterwards', async () => {
  let isGone = false;
  const there = inFrontOf(dialectOf('plain'), async (request, inner) => {
    if (isGone) throw new TypeError('fetch failed');
    isGone = request.method !== 'GET';
    return inner(request);
  });
  const changed = await patch(there, id, { name: 'Ada' });
  expect(notesOf(changed)).toEqual([
    'The change was accepted but could not be read back; it is shown as sent.',
  ]);
  expect(await answerOf(changed, user)).toMatchObject({ customId: id, name: 'Ada' });
  // All attributes are sent: never those of before.
  await problemOf(patch(there, id, { name: 'Grace' }), 'upstream-unreachable');
  expect(writes(there)).toHaveLength(1);
});

test('a change whose answer never comes is not sent again, and says so', async () => {
  const there = inFrontOf(dialectOf('plain'), async (request, inner) => {
    if (request.method === 'GET') return inner(request);
    await inner(request);
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  });
  const { detail } = await problemOf(
    there.call('PUT', '/p/users', { customId: 'new' }),
    'upstream-unreachable',
  );
  expect(detail).toContain('The change may have been made');
  expect(writes(there)).toHaveLength(1);
});

test('a taken customId is found where one unknown user is answered with 400', async () => {
  const there = inFrontOf(dialectOf('plain'), async (request, inner) => {
    const answer = await inner(request);
    return answer.status === 404
      ? Response.json({ message: 'No such user' }, { status: 400 })
      : answer;
  });
  await answerOf(there.call('PUT', '/p/users', { customId: 'new' }), user, 201);
  expect(writes(there)).toHaveLength(1);
});

test.each(['12345678901234567890', '0.1000000000000000055', '[1, {"a": 1.7976931348623158e308}]'])(
  'attributes that cannot be read exactly are not sent back: %s',
  async (serial) => {
    const there = inFrontOf(dialectOf('plain'), async (request, inner) =>
      request.method === 'GET'
        ? new Response(`{"customId":"big","total":0.1000000000000000055,"serial":${serial}}`)
        : inner(request),
    );
    const { detail } = await problemOf(patch(there, 'big', { name: 'Ada' }), 'upstream-unreadable');
    expect(detail).toBe(
      'Nothing was sent: a change sends all attributes, and serial could not be read exactly.',
    );
    expect(writes(there)).toEqual([]);
  },
);

test('where json is kept as text, what stands beside it is sent only where it is changed', async () => {
  let json = '{"name":"Ada"}';
  const sent: string[] = [];
  const there = inFrontOf(dialectOf('plain'), async (request) => {
    if (request.method === 'POST') {
      ({ json } = await request.json());
      sent.push(json);
    }
    return Response.json({ customId: 'ada', status: 'ACTIVE', __v: 3, json });
  });
  const changed = await patch(there, 'ada', { tier: 1 });
  expect(notesOf(changed)).toEqual([]);
  expect(await answerOf(changed, user)).toMatchObject({ name: 'Ada', tier: 1, status: 'ACTIVE' });
  const kept = await patch(there, 'ada', { status: null });
  expect(notesOf(kept)?.[0]).toContain('/status differs');
  expect(await answerOf(kept, user)).toMatchObject({ name: 'Ada', tier: 1, status: 'ACTIVE' });
  expect(sent.map((text) => JSON.parse(text))).toEqual([
    { name: 'Ada', tier: 1 },
    { name: 'Ada', tier: 1, status: null },
  ]);
});
