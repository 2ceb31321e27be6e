import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { getUser } from '#contract/operations/users.ts';
import { problemOf } from '../../support/calls.ts';
import { createConnected, type Connected } from '../../support/connectedService.ts';
import { openFromTemplate } from '../../support/embeddedTemplate.ts';

const database = await openFromTemplate();
afterAll(() => database.close());

const opened: Connected[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const path = pathOf(getUser, { params: { id: 'ada' } });
const patch = ({ call }: Connected, change: object) =>
  call('POST', path, { json: JSON.stringify(change) });
const writes = ({ requests }: Connected) => requests.filter((one) => !one.startsWith('GET '));
const notesOf = (answer: Response) =>
  parseResponseNotes(answer.headers.get(responseNotesHeader))?.notes;

describe('attributes that hold our own credential', () => {
  const secret = 'correct horse/battery';
  const held = {
    name: 'Ada',
    key: secret,
    sync: { header: `Bearer ${secret}`, every: 5 },
    steps: [{ url: 'https://a.example', key: secret }, 2],
  };

  /** A service that replaces all attributes by those that it is sent. */
  function holding(before: object) {
    let attributes = before;
    const there = createConnected({
      answer: async (request) => {
        if (request.method === 'POST') attributes = JSON.parse((await request.json()).json);
        return Response.json({ customId: 'ada', total: 1, walletCount: 1, ...attributes });
      },
      database,
      headers: { 'x-api-key': secret },
    });
    opened.push(there);
    return { ...there, attributes: () => attributes };
  }

  test('reach no browser, and stay as they are when something else is changed', async () => {
    const there = holding(held);
    const read = await (await there.call('GET', path)).text();
    expect(JSON.parse(read)).toMatchObject({ key: '…', sync: { header: 'Bearer …' } });
    const change = { sync: { every: 6 }, steps: [{ url: 'https://b.example', key: '…' }, 2] };
    const changed = await patch(there, change);
    expect(notesOf(changed)).toEqual([]);
    const text = await changed.text();
    expect(JSON.parse(text)).toMatchObject({ key: '…', sync: { header: 'Bearer …', every: 6 } });
    expect(there.attributes()).toEqual({
      ...held,
      sync: { ...held.sync, every: 6 },
      steps: [{ url: 'https://b.example', key: secret }, 2],
    });
    for (const shown of [read, text, ...changed.headers.values()]) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(encodeURIComponent(secret));
    }
  });

  test('are replaced and removed as all others', async () => {
    const there = holding(held);
    expect(notesOf(await patch(there, { key: 'new', sync: null }))).toEqual([]);
    expect(there.attributes()).toEqual({ ...held, key: 'new', sync: null });
  });

  test('are not sent as they are shown: a text around what is not shown is refused', async () => {
    const there = holding(held);
    const refused = patch(there, { name: 'Grace', sync: { header: 'Basic …' } });
    const { detail, errors } = await problemOf(refused, 'read-only-attribute');
    expect(detail).toContain(
      'Nothing was sent: “…” in /sync/header stands for a hidden credential',
    );
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/sync/header']);
    expect(writes(there)).toEqual([]);
    expect(there.attributes()).toEqual(held);
  });
});

/** It takes nothing of the text into its own fields, unless that is said. */
function keeping(before: object | null, take: (sent: { status?: unknown }) => object = () => ({})) {
  let json = before === null ? null : JSON.stringify(before);
  let fields: object = { status: 'ACTIVE', __v: 0 };
  const there = createConnected({
    answer: async (request) => {
      if (request.method === 'POST') {
        json = (await request.json()).json;
        fields = { ...fields, ...take(JSON.parse(json ?? '')) };
      }
      return Response.json({ customId: 'ada', total: 1, walletCount: 1, ...fields, json });
    },
    database,
  });
  opened.push(there);
  return {
    ...there,
    kept: () => JSON.parse(json ?? 'null'),
    set: (change: object) => (fields = { ...fields, ...change }),
  };
}

const shown = async (answer: Response | Promise<Response>) => (await answer).json();

describe('a service that keeps what it is sent as text under json, beside fields of its own', () => {
  test('its fields are shown, and not copied into json, also while that holds nothing', async () => {
    const there = keeping(null);
    const first = await patch(there, { name: 'Second' });
    expect(notesOf(first)).toEqual([]);
    expect(await shown(first)).toMatchObject({ name: 'Second', status: 'ACTIVE', __v: 0 });
    await patch(there, { tier: 'gold' });
    expect(there.kept()).toEqual({ name: 'Second', tier: 'gold' });
  });

  test('a field that it does not take stays what it is, and that is said', async () => {
    const there = keeping({ name: 'Ada' });
    const changed = await patch(there, { status: 'CLOSED' });
    expect(notesOf(changed)).toEqual([
      'The service did not store everything as sent: /status differs.',
    ]);
    expect(await shown(changed)).toMatchObject({ name: 'Ada', status: 'ACTIVE' });
    there.set({ status: 'BLOCKED' });
    // What json has under that name hides nothing, and is not lost with another change.
    expect(notesOf(await patch(there, { name: 'Grace' }))).toEqual([]);
    expect(there.kept()).toEqual({ name: 'Grace', status: 'CLOSED' });
    expect(await shown(there.call('GET', path))).toMatchObject({ status: 'BLOCKED' });
  });

  test('a field that it takes is changed, and removed', async () => {
    const there = keeping({ name: 'Ada' }, ({ status }) =>
      status === undefined ? {} : { status },
    );
    const changed = await patch(there, { status: 'CLOSED' });
    expect(notesOf(changed)).toEqual([]);
    expect(await shown(changed)).toMatchObject({ status: 'CLOSED' });
    const removed = await patch(there, { status: null });
    expect(notesOf(removed)).toEqual([]);
    expect(await shown(removed)).not.toHaveProperty('status');
  });

  test('an attribute json would be read as all of them: it is refused', async () => {
    const there = keeping({ name: 'Ada' });
    await problemOf(patch(there, { json: '{}' }), 'read-only-attribute');
    expect(writes(there)).toEqual([]);
  });
});
