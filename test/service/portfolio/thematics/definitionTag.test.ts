import { expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import {
  deleteDefinition,
  getDefinitions,
  getThematic,
  putThematic,
} from '#contract/operations/thematics.ts';
import { definitionList } from '#contract/thematic.ts';
import { answerOf, problemOf, readEvents } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { thematic } from '#test/support/embedded.ts';

const early = '2024-03-10T12:00:00.000Z';
const late = '2024-05-05T12:00:00.000Z';

onEachEngine((service) => {
  const define = (
    change: { token?: string; name?: string; description?: string; from?: string },
    headers: Record<string, string> = {},
    id = 'mix',
  ) => {
    const { token = 'AUGRY', name = 'Mix', ...rest } = change;
    const body = { name, tokens: [{ token, weight: 1 }], ...rest };
    return service().call('PUT', pathTo(putThematic, id), body, headers);
  };
  const retract = (from: string, headers: Record<string, string>) =>
    service().call(
      'DELETE',
      pathOf(deleteDefinition, { params: { id: 'mix', from } }),
      undefined,
      headers,
    );
  const get = (headers: Record<string, string> = {}, id = 'mix') =>
    service().call('GET', pathTo(getDefinitions, id), undefined, headers);
  const tagOf = async (id = 'mix') => (await get({}, id)).headers.get('etag') ?? '';
  const state = async () => [
    await answerOf(get(), definitionList),
    await answerOf(service().call('GET', pathTo(getThematic, 'mix')), thematic),
    await readEvents(service()),
  ];

  test('the entity tag covers name, description and definitions, not the level', async () => {
    await define({});
    const tags = [await tagOf()];
    for (const change of [
      { name: 'Mixed' },
      { name: 'Mixed', description: 'One' },
      { name: 'Mixed', description: 'One', token: 'TALO', from: early },
      { name: 'Mixed', description: 'One', token: 'KANAL', from: early },
    ]) {
      const response = await define(change);
      expect(response.headers.get('etag')).toBe(await tagOf());
      tags.push(await tagOf());
    }
    const retracted = await retract(early, {});
    expect(retracted.headers.get('etag')).toBe(await tagOf());
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(6);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    // What is defined as it is already has the tag that it had.
    await define({ name: 'Mixed', description: 'One' });
    expect(await tagOf()).toBe(tags.at(-1));

    const level = async () =>
      service().call('GET', pathTo(getThematic, 'mix'), undefined, {
        'if-none-match': cached.headers.get('etag') ?? '',
      });
    const cached = await service().call('GET', pathTo(getThematic, 'mix'));
    expect((await level()).status).toBe(304);
    service().clock.now += 3_600_000;
    expect((await level()).status).toBe(200);
    expect(await tagOf()).toBe(tags.at(-1));
    expect((await get({ 'if-none-match': await tagOf() })).status).toBe(304);
    expect((await get({ 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  });

  test('two thematics of the same definition have different tags', async () => {
    await define({});
    await define({}, {}, 'other');
    expect(await tagOf('other')).not.toBe(await tagOf());
  });

  test('a redefinition under the tag that was read is taken, under an older one refused', async () => {
    await define({});
    const read = { 'if-match': await tagOf() };
    expect((await define({ token: 'TALO' }, read)).status).toBe(200);
    const before = await state();
    const second = await define({ token: 'KANAL', name: 'Mine' }, read);
    // The tag of now comes with the refusal.
    expect(second.headers.get('etag')).toBe(await tagOf());
    const { detail } = await problemOf(second, 'precondition-failed');
    expect(detail).toContain('changed since you read it');
    // A name that changed is no less a change.
    await problemOf(define({ token: 'TALO', name: 'Mine' }, read), 'precondition-failed');
    expect(await state()).toEqual(before);
    const renamed = await define({ token: 'TALO', name: 'Mine' }, { 'if-match': await tagOf() });
    expect(renamed.status).toBe(200);
    const tag = renamed.headers.get('etag') ?? '';
    expect((await define({ token: 'KANAL' }, { 'if-match': `"a", W/${tag}` })).status).toBe(200);
    expect((await define({ token: 'TALO' }, { 'if-match': '*' })).status).toBe(200);
    expect((await define({ token: 'KANAL' })).status).toBe(200);
  });

  test('a retraction under an older tag is refused', async () => {
    await define({});
    await define({ token: 'TALO', from: early });
    const read = { 'if-match': await tagOf() };
    await define({ token: 'KANAL', from: late });
    const before = await state();
    await problemOf(retract(early, read), 'precondition-failed');
    expect(await state()).toEqual(before);
    expect((await retract(early, { 'if-match': await tagOf() })).status).toBe(204);
  });

  test('when two admins redefine a thematic at once, one wins and the other is rejected', async () => {
    await define({});
    for (let round = 0; round < 5; round += 1) {
      const read = { 'if-match': await tagOf() };
      const names = ['one', 'two'].map((by) => `${by} ${round}`);
      const responses = await Promise.all(names.map((name) => define({ name }, read)));
      const statuses = responses.map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
      const now = await answerOf(service().call('GET', pathTo(getThematic, 'mix')), thematic);
      expect(now.name).toBe(names[statuses.indexOf(200)]);
    }
  });

  test('one that must be new is not redefined, one that must be there is not created', async () => {
    const isNew = { 'if-none-match': '*' };
    const missing = await problemOf(define({}, { 'if-match': '*' }), 'precondition-failed');
    expect(missing.detail).toContain('does not exist');
    await problemOf(service().call('GET', pathTo(getThematic, 'mix')), 'thematic-not-found');
    const responses = await Promise.all(['AUGRY', 'TALO'].map((token) => define({ token }, isNew)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 412]);
    const before = await state();
    const { detail } = await problemOf(define({ token: 'KANAL' }, isNew), 'precondition-failed');
    expect(detail).toBe('There is already a thematic with the id "mix".');
    expect(await state()).toEqual(before);
  });
});
