import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { getLevels } from '#contract/operations/thematics.ts';
import { getUpstream } from '#contract/operations/upstream.ts';
import { upstream } from '#contract/upstreamState.ts';
import { serve } from '#platform/http/implement.ts';
import type { ForeignChanges } from '#upstream/live/foreignChanges.ts';
import { createMessageWatch } from '#upstream/live/messageWatch.ts';
import { connectionAnswers } from '#upstream/operations/connectionAnswers.ts';
import { noSyncState } from '#upstream/sync/syncStore.ts';
import { createConnectedDirectory } from '#upstream/sync/connectedDirectory.ts';
import type { SourceOptions } from '#upstream/source/source.ts';
import { answerOf } from '#test/support/calls.ts';
import { createConnected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { testNow } from '#test/support/service.ts';
import { byPerson, openService, openSource, problemOfAttempt } from '../source/opened.ts';

const unused = () => {
  throw new Error('not of this test');
};
/** It polls. */
const changes: ForeignChanges = {
  view: () => ({
    by: 'polling',
    why: 'It polls.',
    tickSeconds: 30,
    canRegister: false,
    registration: null,
    lastMessageAt: null,
    unannounced: null,
  }),
  isOwn: () => false,
  begin: unused,
  answers: unused,
  watch: createMessageWatch(() => 0),
  receive: unused,
  register: unused,
  unregister: unused,
  stop: unused,
};

async function connected(options: Partial<SourceOptions> = {}) {
  const service = await openService();
  const url = `${service.base}/secret/base`;
  const source = openSource(url, { recheck: { outageMs: 60_000, faultMs: 0 }, ...options });
  const app = new Hono();
  const { sync } = createConnectedDirectory({
    source,
    store: {
      load: async () => ({
        users: [],
        state: noSyncState,
      }),
      save: async () => {},
    },
    clock: () => Date.now(),
    log: () => {},
    onChange: () => {},
    onSeen: unused,
    selections: { find: unused, save: unused },
  });
  serve(app, connectionAnswers({ url, source, changes, sync }));
  return {
    service,
    source,
    state: async () => {
      const text = await (await app.request('/x/upstream')).text();
      expect(text).not.toContain('secret');
      return upstream.parse(JSON.parse(text));
    },
  };
}

test('says of each call how it did and what was recognised, and requests nothing for that', async () => {
  const { service, source, state } = await connected();
  const before = await state();
  expect(before).toMatchObject({
    address: service.base,
    state: 'trying',
    lastGoodAt: null,
    fault: null,
  });
  expect(before.calls).toHaveLength(16);
  expect(service.received).toHaveLength(0);
  await source.read('/p/users/u1', byPerson);
  source.noteShapes('/p/users/u1', [
    { kind: 'epoch-seconds', name: '' },
    { kind: 'text-numbers', name: '' },
  ]);
  source.noteShapes('/p/users/u2', [{ kind: 'epoch-seconds', name: '' }]);
  const after = await state();
  expect(after).toMatchObject({
    state: 'answers',
    requestsPerMinute: 1,
    running: 0,
    limits: { concurrent: 50, perSecond: 1000 },
  });
  expect(after.calls.find(({ operation }) => operation === 'getUser')).toMatchObject({
    label: 'GET /p/users/{id}',
    requests: 1,
    failures: 0,
    p50Ms: expect.any(Number),
    shapes: [
      { shape: 'epoch seconds', example: '/p/users/u1' },
      { shape: 'numbers as text', example: '/p/users/u1' },
    ],
  });
  expect(after.calls.find(({ operation }) => operation === 'getUsers')?.p50Ms).toBeNull();
});

test.each([
  [401, '', 'refused', 'PORTFOLIO_SERVICE_HEADERS'],
  [200, '<!doctype html>', 'unreadable', 'a web page'],
  [502, '', 'gone', '502'],
] as const)('a service that answers %i is %s: %s', async (status, body, state, words) => {
  let now = Date.parse('2026-11-23T10:00:00Z');
  const opened = await connected({ clock: () => now });
  opened.service.answer = (_, response) => response.writeHead(status).end(body);
  await problemOfAttempt(opened.source.read('/p/users', byPerson));
  now += 60_000;
  await problemOfAttempt(opened.source.read('/p/users', byPerson));
  const seen = await opened.state();
  expect(seen).toMatchObject({ state, fault: { since: '2026-11-23T10:00:00.000Z' } });
  expect(seen.fault?.detail).toContain(words);
  expect(seen.calls.find(({ operation }) => operation === 'getUsers')).toMatchObject({
    requests: 2,
    failures: 2,
    lastFault: { at: '2026-11-23T10:01:00.000Z' },
  });
});

test('histories of which the ends alone are shown are recognised too', async () => {
  const truth = createTruth({ now: testNow });
  const database = await openFromTemplate();
  const answer = dialectService(dialectOf('seconds'), truth, async () => undefined);
  const connected = createConnected({ answer, database });
  await answerOf(connected.call('GET', pathTo(getLevels, 'month')), getLevels.answers[200]);
  const { calls } = await answerOf(connected.call('GET', getUpstream.path), upstream);
  const { shapes } = calls.find(({ operation }) => operation === 'getThematicHistory') ?? {};
  expect(shapes?.map(({ shape }) => shape)).toEqual([
    'time under time',
    'total under v',
    'epoch seconds',
  ]);
  await connected.close();
  await database.close();
});
