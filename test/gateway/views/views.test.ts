import type { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditList } from '#contract/audit.ts';
import { createdAccessKey, session, type CallerRole } from '#contract/access.ts';
import {
  maxViewsPerOwner,
  savedView,
  savedViewList,
  type SavedView,
  type SavedViewContent,
} from '#contract/savedViews.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { onEachEngine, onEmbedded } from '#test/support/engines.ts';
import { bearer } from '../access/accessGateway.ts';
import { gatewayOver, processToken } from '../testGateway.ts';

type Change = Partial<SavedViewContent>;

const content = { name: 'Large accounts', address: '/users?total=1000000..' };

/** A person who calls the gateway with their key. */
function personOf(gateway: Hono, key: string | null) {
  const ask = async (method: string, path: string, body?: unknown, headers: object = {}) =>
    gateway.request(`http://localhost${path}`, {
      method,
      headers: {
        ...(key === null ? {} : bearer(key)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const put = (id: string, change: Change | Readonly<Record<string, unknown>> = {}, headers = {}) =>
    ask('PUT', `/x/views/${id}`, { ...content, ...change }, headers);
  const list = async (query = '') => answerOf(ask('GET', `/x/views${query}`), savedViewList);
  return {
    ask,
    put,
    list,
    save: async (id: string, change: Change = {}, status = 201): Promise<SavedView> =>
      answerOf(put(id, change), savedView, status),
    remove: (id: string, headers = {}) => ask('DELETE', `/x/views/${id}`, undefined, headers),
    ids: async (query = '') => (await list(query)).map(({ id }) => id),
    home: async () => (await answerOf(ask('GET', '/x/session'), session)).home,
  };
}

onEachEngine((service) => {
  let gateway: Hono;
  let open: ReturnType<typeof personOf>;
  beforeEach(() => {
    gateway = gatewayOver(service(), service().service);
    open = personOf(gateway, null);
  });
  const command = () => personOf(gateway, processToken);
  async function keyOf(role: CallerRole, name: string) {
    const answer = command().ask('POST', '/x/keys', { name, role });
    const { key, _id } = await answerOf(answer, createdAccessKey, 201);
    return { ...personOf(gateway, key), subject: _id };
  }
  const staff = async () => {
    const admin = await keyOf('admin', 'Root');
    return { admin, ann: await keyOf('analyst', 'Ann'), bob: await keyOf('analyst', 'Bob') };
  };

  test('an open service owns the views that it saves, and they change only with their current tag', async () => {
    const saved = await open.save('v1');
    expect(saved).toMatchObject({ id: 'v1', ...content, owner: 'this service', own: true });
    expect(saved).toMatchObject({ shared: false, home: [] });
    expect(await open.list()).toEqual([saved]);
    const read = await open.ask('GET', '/x/views/v1');
    expect(read.headers.get('etag')).toBe(saved.etag);
    expect(await answerOf(read, savedView)).toEqual(saved);

    const stale = { 'if-match': '"other"' };
    await problemOf(open.put('v1', { name: 'Other' }, stale), 'precondition-failed');
    await problemOf(open.remove('v1', stale), 'precondition-failed');
    await problemOf(open.put('v2', {}, { 'if-match': '*' }), 'precondition-failed');
    await problemOf(open.put('v1', {}, { 'if-none-match': '*' }), 'precondition-failed');
    const renamed = await answerOf(
      open.put('v1', { name: '  Größte 日本  ' }, { 'if-match': saved.etag }),
      savedView,
    );
    expect(renamed.name).toBe('Größte 日本');
    expect(renamed.etag).not.toBe(saved.etag);
    expect((await open.remove('v1', { 'if-match': renamed.etag })).status).toBe(204);
    expect(await open.list()).toEqual([]);
    await problemOf(open.ask('GET', '/x/views/v1'), 'view-not-found');
    await problemOf(open.remove('v1'), 'view-not-found');
  });

  test('a private view is visible to its owner only, and to admins who list all; a shared one to everyone', async () => {
    const { admin, ann, bob } = await staff();
    const saved = await ann.save('v1');
    expect(saved).toMatchObject({ owner: ann.subject, ownerName: 'Ann', own: true });
    expect([await bob.ids(), await admin.ids()]).toEqual([[], []]);
    for (const answer of [bob.ask('GET', '/x/views/v1'), bob.put('v1'), bob.remove('v1')])
      await problemOf(answer, 'view-not-found');
    await problemOf(bob.ask('GET', '/x/views?of=all'), 'forbidden');
    expect(await admin.list('?of=all')).toMatchObject([{ id: 'v1', ownerName: 'Ann', own: false }]);

    await problemOf(ann.put('v1', { shared: true }), 'forbidden');
    await problemOf(ann.put('v2', { shared: true }), 'forbidden');
    await admin.save('v1', { shared: true }, 200);
    expect(await bob.list()).toMatchObject([{ ownerName: 'Ann', own: false, shared: true }]);
    // A shared view belongs to everyone.
    await problemOf(ann.put('v1', { shared: true, name: 'Mine' }), 'forbidden');
    await problemOf(ann.put('v1'), 'forbidden');
    await problemOf(ann.remove('v1'), 'forbidden');
    await problemOf(bob.put('v1', { shared: true, address: '/tokens' }), 'forbidden');
    expect(await ann.list()).toMatchObject([{ ...content, own: true, shared: true }]);
  });

  test('shared views of a revoked owner stay, and admins may remove them', async () => {
    const { admin, ann, bob } = await staff();
    await ann.save('v1');
    await admin.save('v1', { shared: true }, 200);
    expect((await admin.ask('DELETE', `/x/keys/${ann.subject}`)).status).toBe(200);
    expect((await ann.ask('GET', '/x/views')).status).toBe(401);
    expect(await bob.list()).toMatchObject([{ id: 'v1', owner: ann.subject, ownerName: 'Ann' }]);
    expect((await admin.remove('v1')).status).toBe(204);
    expect(await bob.ids()).toEqual([]);
  });

  test('the home page of a person takes precedence over that of their role', async () => {
    const { admin, ann, bob } = await staff();
    const team = { name: 'Team', shared: true, home: ['analyst' as const], address: '/exposure' };
    await admin.save('team', team);
    expect([await ann.home(), await bob.home()]).toEqual(['/exposure', '/exposure']);
    expect(await admin.home()).toBeNull();
    await ann.save('own', { home: ['me'] });
    expect([await ann.home(), await bob.home()]).toEqual([content.address, '/exposure']);
    // A shared view of others can be one's own home page, which moves from the view before.
    await ann.save('team', { ...team, home: ['me', 'analyst'] }, 200);
    expect(await ann.list()).toMatchObject([
      { id: 'own', home: [] },
      { id: 'team', home: ['me', 'analyst'] },
    ]);
    expect(await bob.list()).toMatchObject([{ id: 'team', home: ['analyst'] }]);

    await problemOf(ann.put('own', { home: ['analyst'] }), 'invalid-body');
    await problemOf(ann.put('team', { ...team, home: ['admin'] }), 'forbidden');
    // An analyst who gives up their home page leaves that of the role.
    await ann.save('team', { ...team, home: [] }, 200);
    expect([await ann.home(), await bob.home()]).toEqual(['/exposure', '/exposure']);

    await bob.save('team', { ...team, home: ['me'] }, 200);
    await admin.save('team', { ...team, shared: false, home: [] }, 200);
    expect([await ann.home(), await bob.home(), await admin.home()]).toEqual([null, null, null]);
    // The admin's own home page needs a view that they see.
    await problemOf(admin.put('own', { home: ['me'] }), 'invalid-body');
  });

  test('a removed view is restored with its owner and home pages, within an hour', async () => {
    const { admin, ann, bob } = await staff();
    await ann.save('v1');
    await admin.save('v1', { shared: true, home: ['analyst'] }, 200);
    await bob.save('v1', { shared: true, home: ['me', 'analyst'] }, 200);
    await admin.remove('v1');
    expect([await bob.home(), await ann.home()]).toEqual([null, null]);
    await problemOf(ann.put('v1', { shared: true }), 'forbidden');
    const restored = await admin.save('v1', { shared: true, home: ['analyst'] });
    expect(restored).toMatchObject({ owner: ann.subject, ownerName: 'Ann' });
    expect(await bob.list()).toMatchObject([{ home: ['me', 'analyst'] }]);

    await admin.remove('v1');
    service().clock.now += 3_600_001;
    expect(await admin.save('v1', { shared: true })).toMatchObject({ ownerName: 'Root' });
  });

  test(`a person has at most ${maxViewsPerOwner} views, also with simultaneous requests`, async () => {
    const { ann, bob } = await staff();
    for (let n = 0; n < maxViewsPerOwner - 3; n += 1) await ann.save(`v${n}`);
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => ann.put(`w${n}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 409, 409, 409, 409, 409, 409,
    ]);
    await problemOf(ann.put('more'), 'too-many-views');
    await ann.save('v0', { name: 'Other' }, 200);
    await bob.save('more');
    await ann.remove('v0');
    await ann.save('v0');
    await ann.remove('v1');
    await ann.save('x');
    await problemOf(ann.put('v1'), 'too-many-views');
  });

  test('each change is in the audit trail, with the values before and after', async () => {
    const { admin, ann } = await staff();
    await ann.save('v1');
    await admin.save('v1', { shared: true, home: ['analyst'] }, 200);
    await problemOf(ann.put('v1', { shared: true, name: 'Mine' }), 'forbidden');
    await admin.remove('v1');
    const all = await answerOf(admin.ask('GET', '/x/audit?kind=view'), auditList);
    // A refusal of an earlier test may be written later.
    const entries = all.filter(({ actor: { id } }) => id === ann.subject || id === admin.subject);
    expect(
      entries
        .toReversed()
        .map(({ actor, operation, subject, result }) => [
          actor.name,
          operation,
          subject?.name,
          result,
        ]),
    ).toEqual([
      ['Ann', 'putView', content.name, 'ok'],
      ['Root', 'putView', content.name, 'ok'],
      ['Ann', 'putView', null, 'refused'],
      ['Root', 'deleteView', content.name, 'ok'],
    ]);
    expect(entries.at(-2)?.changes).toEqual([
      { field: 'shared', before: 'no', after: 'yes' },
      { field: 'home', before: 'none', after: 'analyst' },
    ]);
  });
});

onEmbedded((service) => {
  const open = () => personOf(gatewayOver(service(), service().service), null);

  describe('hostile input is rejected with a message:', () => {
    test.each<[string, Readonly<Record<string, unknown>>]>([
      ['another site', { address: '//evil.example' }],
      ['a script', { address: 'javascript:alert(1)' }],
      ['U+0000', { address: '/users\0' }],
      ['5 kB', { address: `/users?q=${'a'.repeat(5000)}` }],
      ['an operation', { address: '/x/backup' }],
      ['no name', { name: ' ' }],
      ['a long name', { name: 'a'.repeat(61) }],
      ['a name that turns the text around', { name: '\u202Egnp.exe' }],
      ['half a character', { name: '\uD800' }],
      ['another owner', { owner: 'key_1' }],
      ['a home page of monitors', { shared: true, home: ['monitor'] }],
      ['a prototype', { home: ['__proto__'] }],
      ['shared as text', { shared: 'yes' }],
    ])('%s', async (_, change) => {
      const { errors } = await problemOf(open().put('v1', change), 'invalid-body');
      expect(errors).toHaveLength(1);
      expect(await open().list()).toEqual([]);
    });

    test('ids', async () => {
      const body = { ...content };
      for (const id of ['a b', 'a%2Fb', '%00', '%F0%9F%A7%AE', 'a'.repeat(65), "'%3B--"])
        await problemOf(open().ask('PUT', `/x/views/${id}`, body), 'invalid-body');
      await problemOf(open().ask('GET', '/x/views/%00'), 'view-not-found');
      await problemOf(open().remove('%00'), 'view-not-found');
      await open().save('__proto__');
      expect(await open().ids()).toEqual(['__proto__']);
    });

    test('a body beyond its limit', async () => {
      const body = { ...content, more: 'a'.repeat(17_000) };
      await problemOf(open().ask('PUT', '/x/views/v1', body), 'too-large');
    });
  });
});
