import { expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { changeAttributes, getImports, undoImport } from '#contract/operations/userImports.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { attributeLimits } from '#contract/user.ts';
import {
  attributeImportLine,
  importUndoLine,
  pastImportList,
  type AttributeImportLine,
  type ImportedUser,
} from '#contract/userImport.ts';
import { attributeImportLines } from '#service/imports/attributeImport.ts';
import { maxAttributeLine } from '#service/imports/attributeLines.ts';
import { withoutEntries } from '#test/support/notRecorded.ts';
import { changed, makeUser, readEvents } from '#test/support/calls.ts';
import { userList } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

type Line = string | { readonly [name: string]: unknown };

const bodyOf = (lines: readonly Line[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
const patch = (customId: string, attributes: unknown) => ({ customId, attributes });
const outcomes = ({ user, outcome, row, reason }: ImportedUser) => [user, outcome, row, reason];
const isUser = (line: AttributeImportLine): line is ImportedUser => 'user' in line;

onEachEngine((own) => {
  const send = (body: string, query: { dryRun?: '1'; file?: string } = {}, type?: string) =>
    own().service.request(`http://127.0.0.1:4173${pathOf(changeAttributes, { query })}`, {
      method: 'POST',
      headers: { 'content-type': type ?? changeAttributes.body.mediaType },
      body,
    });
  const apply = async (lines: readonly Line[], query: { dryRun?: '1'; file?: string } = {}) => {
    const response = await send(bodyOf(lines), query);
    expect(response.status).toBe(200);
    const text = (await response.text()).trimEnd();
    const all = text.split('\n').map((line) => attributeImportLine.parse(JSON.parse(line)));
    const begun = all.find((line) => 'import' in line)?.import;
    const last = all.at(-1);
    if (last === undefined || !('result' in last)) throw new Error(`No result: ${text}`);
    return { id: begun?.id ?? null, begun, users: all.filter(isUser), result: last.result };
  };
  const undo = async (id: string | null) => {
    const path = pathOf(undoImport, { params: { id: id ?? '' } });
    const text = await (await own().call('POST', path)).text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => importUndoLine.parse(JSON.parse(line)));
  };
  const imports = async () =>
    pastImportList.parse(await (await own().call('GET', getImports.path)).json());
  const attributesOf = async (id: string) => {
    const { _id, customId, createdAt, updatedAt, total, walletCount, ...attributes } = await (
      await own().call('GET', pathTo(getUser, id))
    ).json();
    return attributes;
  };
  const updatedEvents = async () =>
    (await readEvents(own())).filter(({ type }) => type === 'user.updated');
  const make = async (id: string, attributes: object = {}) => {
    await makeUser(own(), id);
    await changed(own(), id, attributes);
  };

  test('a dry run answers what the change then does, and changes nothing', async () => {
    await make('ada', { country: 'DE', adviser: 'Bo', kyc: { level: 1, by: 'x' } });
    await make('bob', { country: 'CH' });
    await make('eve', { country: 'CH', adviser: 'Bo' });
    const events = (await updatedEvents()).length;
    const lines = [
      patch('ada', { country: 'CH', adviser: null, kyc: { level: 2 } }),
      { id: 'bob', attributes: { country: 'CH', adviser: null } },
      '',
      patch('nobody', { country: 'CH' }),
      patch('eve', { country: 'CH', adviser: null }),
      patch('eve', { country: 'CH', tier: 1 }),
    ];
    const dry = await apply(lines, { dryRun: '1' });
    expect(dry.begun).toEqual({ id: null, rows: 5, users: 4 });
    const unknown = {
      user: 'nobody',
      outcome: 'failed',
      row: 4,
      reason: 'There is no user with the customId "nobody".',
      rows: [{ row: 4, cells: [JSON.stringify(lines[3])] }],
    };
    expect(dry.users).toEqual([
      {
        user: 'ada',
        outcome: 'updated',
        row: 1,
        attributes: { country: 'CH', adviser: null, kyc: { level: 2, by: 'x' } },
        statements: 0,
      },
      { user: 'bob', outcome: 'unchanged', row: 2 },
      unknown,
      {
        user: 'eve',
        outcome: 'updated',
        row: 5,
        attributes: { adviser: null, tier: 1 },
        statements: 0,
      },
    ]);
    expect(dry.result).toMatchObject({ rows: 5, updated: 2, unchanged: 1, failed: 1 });
    expect(await updatedEvents()).toHaveLength(events);
    expect(await imports()).toEqual([]);

    const done = await apply(lines, { file: 'Set country' });
    expect(done.users.map(outcomes)).toEqual(dry.users.map(outcomes));
    expect(done.result).toEqual(dry.result);
    expect(await attributesOf('ada')).toEqual({ country: 'CH', kyc: { level: 2, by: 'x' } });
    expect(await attributesOf('bob')).toEqual({ country: 'CH' });
    expect(await attributesOf('eve')).toEqual({ country: 'CH', tier: 1 });
    expect((await own().call('GET', pathTo(getUser, 'nobody'))).status).toBe(404);
    const published = (await updatedEvents()).slice(events);
    expect(published.map(({ data }) => [data['customId'], data['previous']])).toEqual([
      ['ada', { country: 'DE', adviser: 'Bo', kyc: { level: 1, by: 'x' } }],
      ['eve', { adviser: 'Bo', tier: null }],
    ]);
    const counts = { created: 0, updated: 2, unchanged: 1, skipped: 0, failed: 1 };
    expect(await imports()).toMatchObject([{ id: done.id, file: 'Set country', ...counts }]);
    expect((await apply(lines)).result).toMatchObject({ updated: 0, unchanged: 3, failed: 1 });
    expect(await imports()).toMatchObject([{ file: 'attributes', undoUntil: null }, {}]);
  });

  test('undo puts back each user, and names and leaves attributes that changed since', async () => {
    await make('ada', { country: 'DE' });
    await make('bob', { adviser: 'Bo' });
    await make('eve', { country: 'FR', adviser: 'Bo' });
    const change = { country: 'CH', adviser: null };
    const { id } = await apply(['ada', 'bob', 'eve'].map((user) => patch(user, change)));
    await changed(own(), 'eve', { country: 'IT', other: true });
    await changed(own(), 'bob', { other: true });
    expect(await undo(id)).toEqual([
      { user: 'eve', field: 'country', reason: 'country changed after the import.' },
      { result: { restored: 2, kept: 1, created: 0 } },
    ]);
    expect(await attributesOf('ada')).toEqual({ country: 'DE' });
    expect(await attributesOf('bob')).toEqual({ adviser: 'Bo', other: true });
    expect(await attributesOf('eve')).toEqual({ country: 'IT', adviser: 'Bo', other: true });
    expect(
      (await own().call('POST', pathOf(undoImport, { params: { id: id ?? '' } }))).status,
    ).toBe(409);
  });

  test('hostile ids, names and values are stored as they are', async () => {
    const hard = ['__proto__', '日本', 'a/b?c#d e%2F', 'constructor', 'שלום'];
    for (const id of hard) await make(id);
    const attributes = JSON.parse(
      `{"__proto__":{"x":1},"日本":"国","a/b?c#d e%2F":1,"constructor":"=1+1","":""}`,
    );
    const lines = hard.map((customId) => ({ customId, attributes }));
    const dry = await own().service.request(
      `http://127.0.0.1:4173${pathOf(changeAttributes, { query: { dryRun: '1' } })}`,
      { method: 'POST', body: bodyOf(lines), headers: { 'content-type': 'application/x-ndjson' } },
    );
    expect(await dry.text()).toContain('"attributes":{"__proto__":{"x":1},"日本":"国"');
    expect((await apply(lines)).result).toMatchObject({ updated: hard.length });
    for (const id of hard) {
      const text = await (await own().call('GET', pathTo(getUser, id))).text();
      expect(text).toContain(JSON.stringify(attributes).slice(1, -1));
    }
    const removal = JSON.parse('{"__proto__":null,"constructor":null}');
    const { id } = await apply([patch('__proto__', removal)]);
    const text = async () => (await own().call('GET', pathTo(getUser, '__proto__'))).text();
    expect(await text()).not.toMatch(/"(__proto__|constructor)":[{"]x?/);
    await undo(id);
    expect(await text()).toContain('"__proto__":{"x":1}');
  });

  test('each invalid line fails alone, with its reason', async () => {
    await make('ada');
    await make('full', { notes: 'x'.repeat(attributeLimits.bytes - 100) });
    const deep = '['.repeat(40) + ']'.repeat(40);
    const invalid: readonly (readonly [line: Line, reason: RegExp | string])[] = [
      ['{"customId":"ada",', /^The line is not valid JSON: /],
      ['[1]', 'The line is not a JSON object.'],
      [{ attributes: {} }, 'The line must name one user, by customId or id.'],
      [
        { customId: 'ada', id: 'ada', attributes: {} },
        'The line must name one user, by customId or id.',
      ],
      [{ customId: 7, attributes: {} }, 'The line must name one user, by customId or id.'],
      [patch(' x', {}), /^The customId starts or ends with white space/],
      [patch('b1', 7), 'attributes must be a JSON object.'],
      [{ customId: 'b2' }, 'attributes must be a JSON object.'],
      [{ customId: 'b3', attributes: {}, extra: 1 }, 'The line has an unknown member, "extra".'],
      [patch('b4', { wallets: [] }), 'wallets is not an attribute.'],
      [patch('ada', { a: 'x\0' }), /U\+0000/],
      ['{"customId":"b6","attributes":{"a":1e400}}', /too large to be stored/],
      [`{"customId":"b7","attributes":{"a":${deep}}}`, /nested deeper than/],
      [patch('full', { more: 'x'.repeat(200) }), /^With this change, the attributes would have/],
      [`{"customId":"b8","attributes":{"a":"${'x'.repeat(maxAttributeLine)}"}}`, /exceeds 2 MiB/],
    ];
    await make('own');
    const lines = [...invalid.map(([line]) => line), patch('own', { total: 5 }), patch('own', {})];
    for (const query of [{ dryRun: '1' }, {}] as const) {
      const { users, result } = await apply(lines, query);
      expect(result).toMatchObject({ updated: 0, failed: invalid.length + 1 });
      for (const [index, [, reason]] of invalid.entries()) {
        const fault = users.find(({ row }) => row === index + 1);
        expect([index, fault?.outcome]).toEqual([index, 'failed']);
        expect(fault?.reason).toMatch(reason);
      }
      expect(users.at(-1)).toMatchObject({ field: 'total', reason: 'total cannot be changed.' });
    }
    expect(await attributesOf('ada')).toEqual({});
    const conflict = await apply([
      patch('ada', { a: 1 }),
      patch('own', { a: 1 }),
      patch('ada', { a: 2 }),
    ]);
    expect(conflict.users).toMatchObject([
      { user: 'ada', outcome: 'failed', row: 3, field: 'a', reason: 'a conflicts with line 1.' },
      { user: 'own', outcome: 'updated' },
    ]);
    expect(conflict.users[0]?.rows).toHaveLength(2);
  });

  test('an empty body, another media type and a wrong query get a status', async () => {
    for (const body of ['', '\n \r\n']) {
      const empty = await send(body);
      expect([empty.status, (await empty.json()).code]).toEqual([422, 'invalid-users']);
    }
    expect((await send('a=b', {}, 'application/x-www-form-urlencoded')).status).toBe(415);
    const path = `http://127.0.0.1:4173${changeAttributes.path}?dryRun=yes`;
    expect((await own().service.request(path, { method: 'POST', body: '{}' })).status).toBe(400);
    expect(await imports()).toEqual([]);
  });

  test('a reader that stops leaves each user done or not done, and the record has the number of those done', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `u-${index}`);
    for (const id of ids) await makeUser(own(), id);
    async function* bytes() {
      yield Buffer.from(bodyOf(ids.map((id) => patch(id, { a: 1, b: 2 }))));
    }
    let seen = 0;
    const options = {
      ...own().dependencies,
      author: null,
      recorder: withoutEntries,
      dryRun: false,
      fileName: null,
    };
    for await (const line of attributeImportLines(bytes(), options)) {
      if ('user' in line && (seen += 1) === 20) break;
    }
    const users = userList.parse(await (await own().call('GET', getUsers.path)).json());
    const done = users.filter(({ a, b }) => a === 1 && b === 2);
    expect(done.length).toBeGreaterThanOrEqual(20);
    expect(done.length).toBeLessThan(ids.length);
    expect(users.filter(({ a, b }) => a === undefined && b === undefined)).toHaveLength(
      ids.length - done.length,
    );
    const [record] = await imports();
    expect(record).toMatchObject({ updated: done.length, endedAt: expect.any(String) });
    const undone = await undo(record?.id ?? null);
    expect(undone.at(-1)).toEqual({ result: { restored: done.length, kept: 0, created: 0 } });
  });
});
