import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditList, type AuditEntry } from '#contract/audit.ts';
import type { CreatedAccessKey } from '#contract/access.ts';
import { operationName, operations } from '#contract/operations/operations.ts';
import { verifyChain } from '#gateway/audit/chain.ts';
import { UnavailableError } from '#platform/database/database.ts';
import { auditTrail } from '#platform/database/schema/audit.ts';
import { accessOver, gatewayOver, processToken } from '../testGateway.ts';
import {
  bearer,
  createAccessGateway,
  origin,
  signInWith,
  type AccessGateway,
} from '../access/accessGateway.ts';

let running: AccessGateway;
let admin: CreatedAccessKey;
let analyst: CreatedAccessKey;
beforeEach(async () => {
  running = await createAccessGateway();
  admin = await running.keyOf('admin');
  analyst = await running.keyOf('analyst');
});
afterEach(async () => {
  await running.audit.denied.stop();
  await running.tested.close();
});

const json = (key: string, method: string, body: unknown) => ({
  method,
  headers: { ...bearer(key), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const as = (key: string, method = 'GET') => ({ method, headers: bearer(key) });

async function trail(query = ''): Promise<AuditEntry[]> {
  const response = await running.ask(`/x/audit${query}`, as(processToken));
  return auditList.parse(await response.json());
}

/** Short forms of all entries except those of the first keys, oldest first. */
async function said(): Promise<string[]> {
  return (await trail()).toReversed().slice(2).map(inShort);
}

function inShort({ actor, operation, subject, result, status, code, count }: AuditEntry): string {
  const what = subject === null ? '' : ` ${subject.kind} ${subject.id ?? '–'}`;
  return `${actor.name}: ${operation}${what} ${result} ${status} ${code ?? ''}${count > 1 ? ` ×${count}` : ''}`.trim();
}

test('records changes with actor, action, target, time and result, but not reads', async () => {
  const { ask, tested } = running;
  await ask('/p/users', json(admin.key, 'PUT', { customId: 'a/b?c#d e%2F' }));
  await ask('/p/users', json(admin.key, 'PUT', { customId: 'a/b?c#d e%2F' }));
  tested.clock.now += 1000;
  await ask('/p/users/a%2Fb%3Fc%23d%20e%252F', json(admin.key, 'POST', { json: '{"name":"Ada"}' }));
  await ask('/p/users/nobody', json(admin.key, 'POST', { json: '{}' }));
  await ask('/p/users', as(admin.key));
  await ask('/x/directory', as(admin.key));
  await (await ask('/x/directory?format=csv', as(analyst.key))).text();
  expect(await said()).toEqual([
    'an admin: createUser user a/b?c#d e%2F ok 201',
    'an admin: updateUser user a/b?c#d e%2F ok 200',
    'an admin: updateUser user nobody failed 404 user-not-found',
    'an analyst: getDirectory ok 200',
  ]);
  const [, , created, changed] = (await trail()).toReversed();
  expect(created).toMatchObject({
    seq: 3,
    actor: { id: admin._id, role: 'admin', via: 'key' },
    address: null,
    previous: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(changed?.previous).toBe(created?.hash);
  expect(Date.parse(changed?.at ?? '')).toBe(tested.clock.now);
});

test('records keys, sign-in, sign-out, webhooks and revealed secrets, without any secret', async () => {
  const { ask, tested, cookieOf } = running;
  const cookie = await cookieOf(admin.key);
  const page = { cookie, origin, 'content-type': 'application/json' };
  const hook = { url: 'https://hooks.example/a?token=s3cret', type: 'user.created' };
  await ask('/p/webhook', { method: 'PUT', headers: page, body: JSON.stringify(hook) });
  const [endpoint] = await (await ask('/x/webhooks/endpoints', as(admin.key))).json();
  const path = `/x/webhooks/endpoints/${endpoint._id}`;
  const revealed = await (await ask(`${path}/secret`, { headers: page })).json();
  await ask(`${path}/recover`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ since: '2026-01-01T00:00:00Z', dryRun: true }),
  });
  await ask('/p/webhook', { method: 'DELETE', headers: page, body: JSON.stringify(hook) });
  await ask('/p/webhook', { method: 'DELETE', headers: page, body: JSON.stringify(hook) });
  await ask(`/x/keys/${analyst._id}`, { method: 'DELETE', headers: page });
  await ask('/x/session', { method: 'DELETE', headers: page });
  await ask('/p/users', json(admin.key, 'PUT', { customId: 'x', password: 'b0dy' }));
  const { _id: id } = endpoint;
  expect(await said()).toEqual([
    'an admin: createSession ok 201',
    `an admin: putWebhook endpoint ${id} ok 201`,
    `an admin: getEndpointSecret endpoint ${id} ok 200`,
    `an admin: removeWebhook endpoint ${id} ok 204`,
    'an admin: removeWebhook endpoint – failed 404 webhook-not-found',
    `an admin: revokeKey key ${analyst._id} ok 200`,
    'an admin: deleteSession ok 204',
    'an admin: createUser user – failed 422 invalid-body',
  ]);
  const put = (await trail('?operation=putWebhook'))[0];
  expect(put).toMatchObject({
    actor: { via: 'session', id: admin._id },
    subject: { name: 'https://hooks.example/a?…' },
  });
  const rows = JSON.stringify(await tested.database.queries.select().from(auditTrail));
  for (const secret of [
    admin.key,
    analyst.key,
    cookie,
    's3cret',
    revealed.secret,
    processToken,
    'b0dy',
  ]) {
    expect(rows).not.toContain(secret);
  }
});

test('records refused requests: wrong keys, a missing role, a page of another site', async () => {
  const { ask, tested, audit } = running;
  for (let at = 0; at < 8; at += 1) await ask('/x/session', signInWith('pfk_wrong'));
  await ask('/p/users', as('pfk_guessed'));
  await ask('/p/users', json(analyst.key, 'PUT', { customId: 'x' }));
  await ask('/x/audit', as(analyst.key));
  await ask('/p/users', {
    ...json(admin.key, 'PUT', { customId: 'x' }),
    headers: { ...bearer(admin.key), origin: 'https://evil.example' },
  });
  // A page checks whether a sign-in is required.
  await ask('/p/users');
  await ask('/x/session');
  expect(await said()).toEqual([
    'nobody: createSession refused 401 unauthenticated',
    'nobody: createSession refused 429 rate-limited',
    'an analyst: createUser user – refused 403 forbidden',
    'an analyst: getAudit refused 403 forbidden',
    'nobody: null refused 403 forbidden',
  ]);
  tested.clock.now += 60_000;
  await audit.denied.stop();
  expect((await said()).slice(5).toSorted()).toEqual([
    'nobody: createSession refused 401 unauthenticated ×4',
    'nobody: createSession refused 429 rate-limited ×3',
  ]);
});

test('an import has an entry before it and one with its id and result; a dry run has none; an interrupted one says so', async () => {
  const { ask, tested } = running;
  const send = (query: string, body: string) =>
    ask(`/x/users/import${query}`, {
      method: 'POST',
      headers: { ...bearer(admin.key), 'content-type': 'text/csv' },
      body,
    });
  await (await send('?dryRun=1', 'customId,tier\nnew,private')).text();
  await (await send('', 'customId,tier\nnew,private\nother,retail')).text();
  const [done, begun] = await trail();
  expect(begun).toMatchObject({ operation: 'importUsers', result: 'started', status: null });
  expect(done).toMatchObject({
    operation: 'importUsers',
    subject: { kind: 'import', id: expect.stringMatching(/^imp_/) },
    details: { rows: 2, created: 2, failed: 0 },
    result: 'ok',
  });
  // Imported users show the import in their own history while it can be undone.
  const changes = await (await ask('/x/audit/changes?kind=user&id=new', as(analyst.key))).json();
  expect(changes).toMatchObject([{ by: 'an admin', operation: 'importUsers' }]);
  await (await send('', 'nothing\nto\nread')).text();
  const many = Array.from({ length: 5000 }, (_, at) => `many-${at},x`).join('\n');
  const reader = (await send('', `customId,tier\n${many}`)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await ask(`/x/users/import/${done?.subject?.id}/undo`, as(admin.key, 'POST')).then((one) =>
    one.text(),
  );
  expect((await said()).map((line) => line.replaceAll(/imp_\w+/g, 'imp'))).toEqual([
    'an admin: importUsers import – started null',
    'an admin: importUsers import imp ok 200',
    'an admin: importUsers import – failed 422 invalid-users',
    'an admin: importUsers import – started null',
    expect.stringMatching(/^an admin: importUsers import (imp|–) failed 200 interrupted$/),
    'an admin: undoImport import imp started null',
    'an admin: undoImport import imp ok 200',
  ]);
  expect(await verifyChain(tested.database.queries, { now: 0 })).toMatchObject({ intact: true });
});

test('the trail is filtered, paged and exported', async () => {
  const { ask } = running;
  for (const customId of ['=1+1', 'b', 'c']) {
    await ask('/p/users', json(admin.key, 'PUT', { customId }));
  }
  await ask('/p/users', json(analyst.key, 'PUT', { customId: 'd' }));
  const ids = async (query: string) =>
    (await trail(query)).map(({ subject }) => subject?.id ?? null);
  expect(await ids('?operation=createUser')).toEqual(
    [null, 'c', 'b', '=1+1'].map((id) => id ?? null),
  );
  expect(await ids('?kind=user&id=b')).toEqual(['b']);
  expect(await ids('?result=refused')).toEqual([null]);
  expect(await ids(`?actor=${analyst._id}`)).toEqual([null]);
  expect(await ids('?actor=an%20analyst')).toEqual([null]);
  expect(await ids('?q=CREATEUSER%20%251')).toEqual([]);
  expect(await ids('?q=admin%20%3D1')).toEqual(['=1+1']);
  expect(await ids('?to=2000-01-01T00:00:00Z')).toEqual([]);
  const first = await ask('/x/audit?limit=2&kind=user', as(admin.key));
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(await ids(next.slice(next.indexOf('?')))).toEqual(['b', '=1+1']);
  const csv = await (await ask('/x/audit?format=csv&kind=user', as(admin.key))).text();
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(
    /^seq,at,actor,actorId,role,via,address,operation,kind,id,.*,previous,hash$/,
  );
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toContain(",user,'=1+1,");
  expect((await trail('?operation=getAudit')).length).toBe(1);
  expect((await ask('/x/audit/changes?kind=key&id=a', as(admin.key))).status).toBe(400);
  expect((await ask('/x/audit/changes?kind=user', as(admin.key))).status).toBe(400);
});

test('an analyst sees only change, time, author and operation', async () => {
  const { ask } = running;
  await ask('/p/users', json(admin.key, 'PUT', { customId: 'new' }));
  await ask('/p/users/new', json(admin.key, 'POST', { json: '{"name":"Ada"}' }));
  await ask('/p/users/new', json(admin.key, 'POST', { json: 'no JSON' }));
  await ask('/p/users/new', json(analyst.key, 'POST', { json: '{}' }));
  const changes = await (await ask('/x/audit/changes?kind=user&id=new', as(analyst.key))).json();
  const named = [{ field: 'attribute', of: 'name', after: 'Ada' }];
  expect(changes).toEqual([
    { at: expect.any(String), by: 'an admin', operation: 'updateUser', changes: named },
    { at: expect.any(String), by: 'an admin', operation: 'createUser', changes: null },
  ]);
});

const full = () => Promise.reject(new UnavailableError('The disk is full.'));

test('without an entry, nothing is changed and no secret is revealed', async () => {
  const { tested } = running;
  await running.ask('/p/webhook', json(admin.key, 'PUT', { url: 'https://a.example/', type: '*' }));
  const [endpoint] = await (await running.ask('/x/webhooks/endpoints', as(admin.key))).json();
  const gateway = gatewayOver(tested, tested.service, {
    access: accessOver(tested),
    audit: { ...running.audit, trail: { ...running.audit.trail, write: full, append: full } },
  });
  const ask = async (path: string, init: RequestInit) => gateway.request(origin + path, init);
  const put = await ask('/p/users', json(admin.key, 'PUT', { customId: 'x' }));
  expect([put.status, put.headers.get('location')]).toEqual([503, null]);
  expect((await ask('/p/users/x', as(admin.key))).status).toBe(404);
  const secret = await ask(`/x/webhooks/endpoints/${endpoint._id}/secret`, as(admin.key));
  expect([secret.status, await secret.text()]).toEqual([
    503,
    expect.not.stringContaining('whsec_'),
  ]);
  const signedIn = await ask('/x/session', signInWith(admin.key));
  expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([503, null]);
  const missing = await ask('/p/users/none', json(admin.key, 'POST', { json: '{}' }));
  expect(missing.status).toBe(404);
  const imported = await ask('/x/users/import', {
    method: 'POST',
    headers: { ...bearer(admin.key), 'content-type': 'text/csv' },
    body: 'customId\nimported',
  });
  expect(await imported.json()).toMatchObject({
    status: 503,
    detail: expect.stringContaining('Nothing was changed'),
  });
});

test('every call has the name that is recorded', () => {
  for (const [name, operation] of Object.entries(operations))
    expect(operationName(operation)).toBe(name);
});

test('lists entries in the order of their numbers', async () => {
  const { ask, tested } = running;
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      ask('/p/users', json(admin.key, 'PUT', { customId: `user ${at}` })),
    ),
  );
  await running.audit.trail.chain();
  const rows = await tested.database.queries.select().from(auditTrail).orderBy(asc(auditTrail.seq));
  expect(rows).toHaveLength(32);
  expect(await (await ask('/x/audit/verification', as(admin.key))).json()).toMatchObject({
    intact: true,
    entries: 32,
    head: { seq: 32, hash: rows.at(-1)?.hash },
    fault: null,
  });
});
