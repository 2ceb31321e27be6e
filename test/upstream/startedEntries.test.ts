import { Hono } from 'hono';
import { afterAll, afterEach, expect, test } from 'vitest';
import { callOf, knowCall, localCaller } from '#platform/http/caller.ts';
import { unavailable } from '#platform/http/problem.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { callThrough } from '#test/support/service.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { openFromTemplate } from '../support/embeddedTemplate.ts';
import { dialectService } from '../support/foreign/dialectService.ts';
import { dialects } from '../support/foreign/dialects.ts';
import { createTruth } from '../support/foreign/truth.ts';

const database = await openFromTemplate();
afterAll(() => database.close());
const opened: Connected[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** The order of audit entries and of what is sent to the connected service. */
function inOrder(start: () => Promise<void>) {
  const order: string[] = [];
  const truth = createTruth();
  const [dialect] = dialects;
  if (dialect === undefined) throw new Error('There is no dialect');
  const inner = dialectService(dialect, truth, async () => undefined);
  const { usersQuery } = dialect;
  const connected = createConnected({
    answer: async (request) => {
      if (request.method !== 'GET') order.push(request.method);
      return inner(request);
    },
    database,
    url: `http://other.example${dialect.prefix}`,
    usersQuery: usersQuery === null ? null : [usersQuery.name, usersQuery.value],
    clock: { now: truth.now },
  });
  opened.push(connected);
  const app = new Hono();
  sendErrors(app, () => {});
  app.all('*', (c) => {
    knowCall(c, localCaller);
    callOf(c).recorder = {
      change: async () => {
        throw new Error('No transaction here makes the change');
      },
      start: async () => {
        order.push('entry');
        await start();
      },
    };
    return connected.app.fetch(c.req.raw, c.env);
  });
  return { order, call: callThrough(async (request) => app.fetch(request)) };
}

const hook = { url: 'https://receiver.example/in', type: 'user.changed' };
const changes = [
  ['PUT', '/p/users', { customId: 'new' }],
  ['POST', '/p/users/new', { json: '{"name":"Ada"}' }],
  ['PUT', '/p/webhook', hook],
  ['DELETE', '/p/webhook', hook],
] as const;

test('each change at a connected service has an entry before it', async () => {
  const { order, call } = inOrder(async () => {});
  for (const [method, path, body] of changes) {
    expect((await call(method, path, body)).ok).toBe(true);
    expect(order.splice(0)).toEqual(['entry', method]);
  }
  expect((await call('PUT', '/p/users', { customId: 'new' })).status).toBe(200);
  expect(order).toEqual([]);
});

test('without the entry, nothing is sent', async () => {
  const { order, call } = inOrder(async () => {
    throw unavailable('The disk is full.', 5);
  });
  const [[method, path, body]] = changes;
  expect((await call(method, path, body)).status).toBe(503);
  expect(order).toEqual(['entry']);
});
