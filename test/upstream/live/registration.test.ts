import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import { knowCall, localCaller } from '#platform/http/caller.ts';
import { createConnected, type Connected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { type Answer, dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';

const other = 'http://other.example';
let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());
let opened: Connected[] = [];
beforeEach(() => database.queries.delete(facts));
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});

/** A process that registers its webhook with a service. */
function begun(answer: Answer): Connected {
  const one = createConnected({ answer, database, url: other, publicUrl: 'https://we.example' });
  opened.push(one);
  one.foreignChanges.begin();
  return one;
}

const liveOf = (one: Connected) => one.foreignChanges.view();

test('a message is taken from the first moment on, also where it is not known whether the webhook is there', async () => {
  const good = dialectService(dialectOf('plain'), createTruth({ users: 3 }));
  let isLost = true;
  let listing: Promise<unknown> = Promise.resolve();
  const answer: Answer = async (request) => {
    const answered = await good(request);
    if (request.method === 'GET') await listing;
    if (request.method === 'PUT' && isLost) throw new TypeError('fetch failed');
    return answered;
  };
  const first = begun(answer);
  await vi.waitFor(() => expect(liveOf(first).why).toContain('The change may have been made'));
  const [secret = ''] =
    /[\w-]{43}/.exec(await (await good(new Request(`${other}/p/webhook`))).text()) ?? [];
  const path = `/x/upstream/hook/${secret}`;
  expect((await first.call('POST', path, {})).status).toBe(204);
  await first.close();
  // Once more: it is found there, and is not registered twice.
  isLost = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  listing = promise;
  const second = begun(answer);
  await vi.waitFor(async () => expect((await second.call('POST', path, {})).status).toBe(204));
  expect(liveOf(second).registration).toBeNull();
  resolve();
  await vi.waitFor(() => expect(liveOf(second).registration?.types).toEqual(['*']));
  expect(second.requests.filter((one) => one.startsWith('PUT'))).toEqual([]);
});

test('a refusal that quotes our address shows nobody its secret', async () => {
  let quoted = '';
  const one = begun(async (request) => {
    if (request.method !== 'PUT') return Response.json([]);
    quoted = await request.text();
    return Response.json({ message: `Nobody answers at ${quoted}.` }, { status: 422 });
  });
  await vi.waitFor(() => expect(liveOf(one).why).toContain('Nobody answers at'));
  const [secret = ''] = /[\w-]{43}/.exec(quoted) ?? [];
  expect(secret).not.toBe('');
  const shown = await (await one.call('GET', '/x/upstream')).text();
  expect(shown).toContain('/x/upstream/hook/…');
  expect(JSON.stringify([shown, one.logged, one.source.statistics()])).not.toContain(secret);
});

test('an address that is a secret is in no line of the log, whatever goes wrong', async () => {
  let sent = '';
  const one = begun(async (request) => {
    if (request.method === 'PUT') sent = await request.text();
    return Response.json(request.method === 'PUT' ? {} : []);
  });
  await vi.waitFor(() => expect(liveOf(one).registration).not.toBeNull());
  const [secret = ''] = /[\w-]{43}/.exec(sent) ?? [];
  Object.assign(one.sync, {
    changed() {
      throw new Error('A fault of ours');
    },
  });
  const process = new Hono();
  process.all('*', (c) => {
    knowCall(c, localCaller);
    return one.app.fetch(c.req.raw, c.env);
  });
  const answer = await process.request(`/x/upstream/hook/${secret}`, { method: 'POST' });
  expect(answer.status).toBe(500);
  expect(one.logged).toEqual(['POST /x/upstream/hook/{secret} failed: Error: A fault of ours']);
});
