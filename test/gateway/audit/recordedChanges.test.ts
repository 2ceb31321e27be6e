import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditList, type AuditEntry } from '#contract/audit.ts';
import { changesText } from '#gateway/audit/recordedChanges.ts';
import { verifyChain } from '#gateway/audit/chain.ts';
import { auditChanges, auditTrail } from '#platform/database/schema/audit.ts';
import type { CreatedAccessKey } from '#contract/access.ts';
import { someHoldable } from '../../service/imports/importing.ts';
import { bearer, createAccessGateway, type AccessGateway } from '../access/accessGateway.ts';

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

function send(method: string, path: string, body?: unknown): Promise<Response> {
  return running.ask(path, {
    method,
    headers: { ...bearer(admin.key), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const change = (id: string, json: unknown) =>
  send('POST', `/p/users/${id}`, { json: JSON.stringify(json) });

async function entries(query = ''): Promise<AuditEntry[]> {
  return auditList.parse(await (await send('GET', `/x/audit${query}`)).json());
}
const changesOf = async (query: string) =>
  (await entries(query)).toReversed().map(({ changes }) => changes);

test('records attributes with old and new values, and only if they changed', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  await change('a', { country: 'CH', kyc: { level: 1 } });
  await change('a', { country: 'DE', kyc: null, __proto__: null });
  await change('a', { country: 'DE' });
  await change('a', { country: 7, wallets: 'none' });
  expect(await changesOf('?kind=user&id=a')).toEqual([
    null,
    [
      { field: 'attribute', of: 'country', after: 'CH' },
      { field: 'attribute', of: 'kyc', after: { level: 1 } },
    ],
    [
      { field: 'attribute', of: 'country', before: 'CH', after: 'DE' },
      { field: 'attribute', of: 'kyc', before: { level: 1 } },
    ],
    null,
    null,
  ]);
});

test('records attributes and holdings of a created user, but not of an existing one', async () => {
  const { thematic, tokens } = await someHoldable(running.tested);
  const held = [{ token: tokens[0], amount: 5 }];
  const at = '2026-05-01T00:00:00.000Z';
  const content = {
    attributes: { name: 'Ada' },
    wallets: [{ thematics: thematic, tokens: held, at }],
  };
  expect((await send('PUT', '/x/users/a', content)).status).toBe(201);
  expect((await send('PUT', '/x/users/a', content)).status).toBe(412);
  expect(await changesOf('?operation=putUser&id=a')).toEqual([
    [
      { field: 'attribute', of: 'name', after: 'Ada' },
      { field: 'holdings', of: thematic, from: at, entry: 'new', after: held },
    ],
    null,
  ]);
});

test('distinguishes new holdings, a correction, its undo and a withdrawal', async () => {
  const { thematic, tokens } = await someHoldable(running.tested);
  const [token] = tokens;
  const at = '2026-05-01T00:00:00.000Z';
  const positions = (amount: number) => [{ token, amount }];
  await send('PUT', '/p/users', { customId: 'a' });
  const state = (held: unknown) =>
    change('a', { wallets: [{ thematics: thematic, tokens: held, at }] });
  for (const held of [positions(5), positions(7), positions(5), positions(6), null]) {
    await state(held);
  }
  await state(positions(6));
  const of = { field: 'holdings', of: thematic, from: at };
  expect((await changesOf('?operation=updateUser')).map((list) => list?.[0])).toEqual([
    { ...of, entry: 'new', after: positions(5) },
    { ...of, entry: 'corrected', before: positions(5), after: positions(7) },
    { ...of, entry: 'restored', before: positions(7), after: positions(5) },
    { ...of, entry: 'corrected', before: positions(5), after: positions(6) },
    { ...of, entry: 'withdrawn', before: positions(6) },
    { ...of, entry: 'restored', after: positions(6) },
  ]);
});

test('records changes of thematics, webhooks and keys, without any secret', async () => {
  const { tokens } = await someHoldable(running.tested);
  const [first, second] = tokens;
  const whole = [{ token: first, weight: 1 }];
  const half = [first, second].map((token) => ({ token, weight: 0.5 }));
  await send('PUT', '/x/thematics/mine', { name: 'Mine', description: 'Old', tokens: whole });
  running.tested.clock.now += 86_400_000;
  await send('PUT', '/x/thematics/mine', { name: 'Ours', description: 'Old', tokens: half });
  const [, redefined] = await changesOf('?kind=thematic');
  const from = redefined?.at(-1)?.from ?? '';
  await send('DELETE', `/x/thematics/mine/definitions/${encodeURIComponent(from)}`);
  expect(await changesOf('?kind=thematic')).toEqual([
    [
      { field: 'name', after: 'Mine' },
      { field: 'description', after: 'Old' },
      { field: 'weights', entry: 'new', after: whole },
    ],
    [
      { field: 'name', before: 'Mine', after: 'Ours' },
      { field: 'weights', entry: 'new', from: expect.any(String), before: whole, after: half },
    ],
    [{ field: 'weights', entry: 'withdrawn', from, before: half }],
  ]);

  const hook = { url: 'https://hooks.example/a?token=s3cret', type: 'user.created' };
  await send('PUT', '/p/webhook', hook);
  const [endpoint] = await (await send('GET', '/x/webhooks/endpoints')).json();
  const path = `/x/webhooks/endpoints/${endpoint._id}`;
  await send('POST', `${path}/disable`);
  await send('POST', `${path}/disable`);
  await send('PUT', '/p/webhook', { ...hook, type: 'user.updated' });
  await send('POST', `${path}/secret`);
  await send('DELETE', '/p/webhook', hook);
  expect(await changesOf('?kind=endpoint')).toEqual([
    [{ field: 'events', after: 'user.created' }],
    [{ field: 'status', before: 'enabled', after: 'disabled' }],
    null,
    [
      { field: 'events', after: 'user.updated' },
      { field: 'status', before: 'disabled', after: 'enabled' },
    ],
    [{ field: 'secret' }],
    [{ field: 'events', before: 'user.created' }],
  ]);
  await send('DELETE', `/x/keys/${analyst._id}`);
  running.tested.clock.now += 1000;
  await send('DELETE', `/x/keys/${analyst._id}`);
  expect((await changesOf('?kind=key')).slice(1)).toEqual([
    [
      { field: 'name', after: 'an analyst' },
      { field: 'role', after: 'analyst' },
    ],
    [{ field: 'role', before: 'analyst' }],
    null,
  ]);
  await running.audit.trail.chain();
  const stored = JSON.stringify(await running.tested.database.queries.select().from(auditChanges));
  for (const secret of ['s3cret', 'whsec_', admin.key, analyst.key]) {
    expect(stored).not.toContain(secret);
  }
});

test('omits a key pasted into an attribute, and truncates long values', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  await change('a', { note: `use ${analyst.key}`, long: 'x'.repeat(5000) });
  const [changes] = await changesOf('?operation=updateUser');
  expect(changes?.[0]).toEqual({ field: 'attribute', of: 'note', after: 'use pfk_…' });
  expect(changes?.[1]).toMatchObject({ of: 'long', after: 'x'.repeat(2000), isCut: true });
  const many = Array.from({ length: 100 }, (_, n) => ({
    field: 'attribute' as const,
    of: `a${n}`,
    after: 'y'.repeat(1000),
  }));
  const text = changesText(many) ?? '';
  expect(text.length).toBeLessThan(33_000);
  const kept: unknown[] = JSON.parse(text);
  expect(kept.at(-1)).toEqual({ field: 'more', after: 100 - (kept.length - 1) });
});

test('admins read values in the trail and its CSV, analysts in the history of one item', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  await change('a', { country: 'CH' });
  const changes = [{ field: 'attribute', of: 'country', after: 'CH' }];
  const answer = await running.ask('/x/audit/changes?kind=user&id=a', {
    headers: bearer(analyst.key),
  });
  expect(await answer.json()).toMatchObject([{ changes }, { changes: null }]);
  const csv = await (await send('GET', '/x/audit?format=csv&operation=updateUser')).text();
  const [head, line] = csv.trimEnd().split('\r\n');
  expect(head).toContain(',changes,changesDigest,previous,');
  expect(line).toContain(JSON.stringify(changes).replaceAll('"', '""'));
});

test('each imported user’s history shows its own changes; the import is listed with its file and author', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  await change('a', { tier: 'retail' });
  await (
    await running.ask('/x/users/import?file=clients.csv', {
      method: 'POST',
      headers: { ...bearer(admin.key), 'content-type': 'text/csv' },
      body: 'customId,tier\na,private\nb,gold',
    })
  ).text();
  const history = await (await send('GET', '/x/audit/changes?kind=user&id=a')).json();
  expect(history[0]).toMatchObject({
    operation: 'importUsers',
    changes: [{ field: 'attribute', of: 'tier', before: 'retail', after: 'private' }],
  });
  const [entry] = await entries('?operation=importUsers');
  const [listed] = await (await send('GET', '/x/users/imports')).json();
  expect(listed).toMatchObject({ id: entry?.subject?.id, by: 'an admin', file: 'clients.csv' });
  expect(entry?.subject?.name).toBe('clients.csv');
  const asAnalyst = { headers: bearer(analyst.key) };
  expect((await running.ask('/x/users/imports', asAnalyst)).status).toBe(403);
});

const changeAttributes = async (query: string, { key }: CreatedAccessKey) => {
  const answer = await running.ask(`/x/users/attributes${query}`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/x-ndjson' },
    body: '{"customId":"a","attributes":{"country":"CH"}}\n{"customId":"b","attributes":{}}',
  });
  await answer.text();
  return answer.status;
};

test('a change of attributes of many users is two entries, and in the history of each; a dry run has none', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  expect(await changeAttributes('?dryRun=1', admin)).toBe(200);
  expect(await changeAttributes('?file=Set+country', admin)).toBe(200);
  expect(await changeAttributes('', analyst)).toBe(403);
  expect(await entries('?operation=changeAttributes')).toMatchObject([
    { result: 'refused', code: 'forbidden' },
    {
      subject: { kind: 'import', id: expect.stringMatching(/^imp_/), name: 'Set country' },
      details: { rows: 2, updated: 1, failed: 1 },
      result: 'ok',
    },
    { subject: { kind: 'import', id: null, name: 'Set country' }, result: 'started' },
  ]);
  const history = await (await send('GET', '/x/audit/changes?kind=user&id=a')).json();
  expect(history[0]).toMatchObject({
    operation: 'changeAttributes',
    changes: [{ field: 'attribute', of: 'country', after: 'CH' }],
  });
});

test('values can be erased without breaking the chain, but not altered', async () => {
  const { queries } = running.tested.database;
  await send('PUT', '/p/users', { customId: 'a' });
  await change('a', { country: 'CH' });
  await change('a', { country: 'DE' });
  const verified = () => verifyChain(queries, { now: 0 });
  expect(await verified()).toMatchObject({ intact: true, erased: 0 });
  const [last, first] = await entries('?operation=updateUser');
  await queries.execute(sql`DELETE FROM audit_changes WHERE seq = ${first?.seq}`);
  expect(await verified()).toMatchObject({ intact: true, erased: 1 });
  const [, erased] = await entries('?operation=updateUser');
  expect(erased).toMatchObject({ changes: null, changesDigest: expect.stringMatching(/^\w{64}$/) });
  await queries.execute(
    sql`UPDATE audit_changes SET changes = replace(changes, 'DE', 'FR') WHERE seq = ${last?.seq}`,
  );
  expect(await verified()).toMatchObject({
    intact: false,
    fault: { seq: last?.seq, detail: expect.stringContaining('old and new values') },
  });
  await queries.execute(
    sql`UPDATE audit_changes SET seq = ${erased?.seq} - 1 WHERE seq = ${last?.seq}`,
  );
  expect(await verified()).toMatchObject({ intact: false, fault: { seq: (erased?.seq ?? 0) - 1 } });
});

test('an entry without values is hashed as earlier versions did', async () => {
  await send('PUT', '/p/users', { customId: 'a' });
  await running.audit.trail.chain();
  const [row] = await running.tested.database.queries
    .select()
    .from(auditTrail)
    .where(sql`operation = 'createUser'`);
  const { previous, seq, at, actorId, actorName, actorRole, via, address, operation } = row ?? {};
  const { subjectKind, subjectId, subjectName, result, status, code, count } = row ?? {};
  const actor = [actorId, actorName, actorRole, via, address];
  const subject = [subjectKind, subjectId, subjectName];
  const outcome = [result, status, code, count, row?.details, row?.requestId];
  const said = JSON.stringify([previous, seq, at, ...actor, operation, ...subject, ...outcome]);
  expect(row?.hash).toBe(createHash('sha256').update(said).digest('hex'));
});
