import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { readingHeader, readingOf } from '#contract/reading.ts';
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
const notesOf = (answer: Response) => readingOf(answer.headers.get(readingHeader))?.notes;

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
    expect(detail).toContain('Nothing was sent: “…” in /sync/header stands for a credential');
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/sync/header']);
    expect(writes(there)).toEqual([]);
    expect(there.attributes()).toEqual(held);
  });
});
