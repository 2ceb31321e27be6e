import { expect, test } from 'vitest';
import { getUser, putUser, updateUser } from '#contract/operations/users.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { makeUser, problemOf, readEvents, readUser, changed } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

interface Told {
  readonly position?: number;
  readonly errors?: { pointer: string; detail: unknown }[];
}

type Case = [what: string, json: string, code: ProblemCode, told: Told];

const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
const pointers = (...all: string[]) => ({
  errors: all.map((pointer) => ({ pointer, detail: expect.any(String) })),
});

const refused: Case[] = [
  ['no JSON', '{"name": Ada}', 'json-unparsable', { position: 9 }],
  ['nothing', '', 'json-unparsable', { position: 0 }],
  ['an object that does not end', '{"name": "Ada"', 'json-unparsable', { position: 14 }],
  ['a comma too many', '{"name": "Ada",}', 'json-unparsable', { position: 15 }],
  ['two objects', '{}{}', 'json-unparsable', { position: 2 }],
  ['a lone surrogate as text', '\ud800', 'json-unparsable', { position: 0 }],
  ['an array', '[{"name":"Ada"}]', 'json-not-object', {}],
  ['null', 'null', 'json-not-object', {}],
  ['a text', '"name"', 'json-not-object', {}],
  ['a number', '7', 'json-not-object', {}],
  ['33 levels', nested(33), 'json-too-deep', {}],
  ['33 levels of arrays', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'json-too-deep', {}],
  ['a million levels', `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 'json-too-deep', {}],
  [
    'U+0000 in a text',
    '{"a":{"b/c":["x\\u0000"]}}',
    'json-unsupported-text',
    pointers('/a/b~1c/0'),
  ],
  ['U+0000 in a name', '{"a":{"x\\u0000":1}}', 'json-unsupported-text', pointers('/a')],
  ['half a pair in a text', '{"~":"\\ud83d"}', 'json-unsupported-text', pointers('/~0')],
  ['half a pair in a name', '{"\\udc4d":1}', 'json-unsupported-text', pointers('')],
  ['U+0000 in a removal', '{"a\\u0000":null}', 'json-unsupported-text', pointers('')],
  ['a number too large', '{"a":[0,1e400]}', 'json-number-range', pointers('/a/1')],
  ['a number too small', '{"a":-1e400}', 'json-number-range', pointers('/a')],
  ['another _id', '{"_id":"usr_1"}', 'read-only-attribute', pointers('/_id')],
  ['another customId', '{"customId":"eve"}', 'read-only-attribute', pointers('/customId')],
  ['no customId', '{"customId":null}', 'read-only-attribute', pointers('/customId')],
  [
    'another createdAt',
    '{"createdAt":"2020-01-01T00:00:00.000Z"}',
    'read-only-attribute',
    pointers('/createdAt'),
  ],
  ['another updatedAt', '{"updatedAt":0}', 'read-only-attribute', pointers('/updatedAt')],
  ['another total', '{"total":1000000}', 'read-only-attribute', pointers('/total')],
  [
    'another walletCount',
    '{"walletCount":{"a":1}}',
    'read-only-attribute',
    pointers('/walletCount'),
  ],
  ['a sample', '{"sample":true}', 'read-only-attribute', pointers('/sample')],
  ['no sample', '{"sample":false}', 'read-only-attribute', pointers('/sample')],
  [
    'several that cannot be changed',
    '{"name":"Eve","total":1,"_id":"x"}',
    'read-only-attribute',
    pointers('/_id', '/total'),
  ],
  ['33 KiB', JSON.stringify({ a: 'x'.repeat(33 * 1024) }), 'attributes-too-large', {}],
  ['no array of wallets', '{"wallets":{}}', 'invalid-holdings', pointers('/wallets')],
  ['null for wallets', '{"wallets":null}', 'invalid-holdings', pointers('/wallets')],
];

onEmbedded((service) => {
  test.each(refused)('refuses %s and leaves everything as it was', async (_, json, code, told) => {
    await makeUser(service(), 'ada');
    const before = await changed(service(), 'ada', { kept: 'as it is' });
    const events = await readEvents(service());
    const problem = await problemOf(
      service().call('POST', pathTo(updateUser, 'ada'), { json }),
      code,
    );
    expect(problem).toMatchObject({ ...told, instance: '/p/users/ada' });
    expect(await readUser(service(), 'ada')).toEqual(before);
    expect(await readEvents(service())).toEqual(events);
  });

  // Texts that hold no object have no place in the body of a new user, and deeper bodies are no JSON of any call.
  test.each(
    refused.filter(
      ([what, , code]) =>
        !['json-unparsable', 'json-not-object'].includes(code) && what !== 'a million levels',
    ),
  )('refuses a new user with %s as it refuses the change', async (_, json, code, { errors }) => {
    const isHoldings = json.startsWith('{"wallets"');
    const response = service().service.request(`http://127.0.0.1:4173${pathTo(putUser, 'ada')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: isHoldings ? json : `{"attributes":${json}}`,
    });
    const problem = await problemOf(response, code);
    const placed = errors?.map(({ pointer }) => (isHoldings ? '' : '/attributes') + pointer);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(placed);
    await problemOf(service().call('GET', pathTo(getUser, 'ada')), 'user-not-found');
    expect(await readEvents(service())).toEqual([]);
  });

  test.each<[string, unknown, ProblemCode, string]>([
    ['another field', { name: 'Ada' }, 'invalid-body', ''],
    ['attributes that are no object', { attributes: ['Ada'] }, 'invalid-body', '/attributes'],
    [
      'wallets among the attributes',
      { attributes: { wallets: [] } },
      'invalid-body',
      '/attributes/wallets',
    ],
    ['an array', [], 'invalid-body', ''],
    [
      'holdings that cannot be',
      {
        attributes: { name: 'Ada' },
        wallets: [{ thematics: 'data-feeds', tokens: [{ token: 'NO-SUCH', amount: 1 }] }],
      },
      'invalid-holdings',
      '/wallets/0/tokens/0/token',
    ],
  ])('refuses a new user with %s', async (_, body, code, pointer) => {
    const problem = await problemOf(service().call('PUT', pathTo(putUser, 'ada'), body), code);
    expect(problem).toMatchObject(pointers(pointer));
    await problemOf(service().call('GET', pathTo(getUser, 'ada')), 'user-not-found');
    expect(await readEvents(service())).toEqual([]);
  });

  test.each<[string, unknown, ProblemCode, string]>([
    ['an object instead of its text', { json: { name: 'Ada' } }, 'json-not-string', '/json'],
    ['null instead of a text', { json: null }, 'json-not-string', '/json'],
    ['no json', {}, 'invalid-body', '/json'],
    ['another field', { json: '{}', name: 'Ada' }, 'invalid-body', ''],
    ['an array', [], 'invalid-body', ''],
    ['a text', '{}', 'invalid-body', ''],
  ])('refuses the body that is %s', async (_, body, code, pointer) => {
    await makeUser(service(), 'ada');
    const problem = await problemOf(service().call('POST', pathTo(updateUser, 'ada'), body), code);
    expect(problem).toMatchObject(pointers(pointer));
  });

  test('attributes that grow beyond 32 KiB by and by are refused with the change that does it', async () => {
    await makeUser(service(), 'ada');
    const part = 'x'.repeat(15 * 1024);
    await changed(service(), 'ada', { a: part, b: part });
    const json = JSON.stringify({ c: part });
    await problemOf(
      service().call('POST', pathTo(updateUser, 'ada'), { json }),
      'attributes-too-large',
    );
    await changed(service(), 'ada', { a: null, c: part });
    expect(Object.keys(await readUser(service(), 'ada'))).toEqual(
      expect.arrayContaining(['b', 'c']),
    );
  });

  test('a user who does not exist cannot be changed', async () => {
    const { call } = service();
    for (const customId of ['ada', ' ', 'a\0b', 'x'.repeat(200)]) {
      await problemOf(call('POST', pathTo(updateUser, customId), { json: '{}' }), 'user-not-found');
    }
  });
});
