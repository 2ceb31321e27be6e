import { expect, test } from 'vitest';
import { getThematic, getThematics, putThematic } from '#contract/operations/thematics.ts';
import { type ThematicDefinition } from '#contract/thematic.ts';
import { answerOf, problemOf, readEvents } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { thematic, thematicList } from '#test/support/embedded.ts';

const half = (...tokens: [string, string]): ThematicDefinition => ({
  name: 'Two of a kind',
  description: 'Half and half',
  tokens: tokens.map((token) => ({ token, weight: 0.5 })),
});

onEachEngine((service) => {
  const define = (id: string, definition: unknown) =>
    service().call('PUT', pathTo(putThematic, id), definition);

  test('a thematic is defined, listed last, and published', async () => {
    const response = await define('a/b?c#d e%2F', half('AUGRY', 'TALO'));
    expect(response.headers.get('location')).toBe('/p/thematics/a%2Fb%3Fc%23d%20e%252F');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const made = await answerOf(response, thematic, 201);
    expect(made).toMatchObject({
      _id: 'a/b?c#d e%2F',
      name: 'Two of a kind',
      description: 'Half and half',
      tokens: [
        { token: { _id: 'AUGRY' }, weight: 0.5 },
        { token: { _id: 'TALO' }, weight: 0.5 },
      ],
    });
    const list = await answerOf(service().call('GET', getThematics.path), thematicList);
    expect(list.at(-1)).toEqual(made);
    const events = await readEvents(service());
    expect(events.map(({ type, subject, data }) => ({ type, subject, data }))).toEqual([
      { type: 'thematic.created', subject: made._id, data: made },
    ]);
  });

  test('the same again changes nothing; another changes it, with what it was before', async () => {
    const made = await answerOf(define('pair', half('AUGRY', 'TALO')), thematic, 201);
    service().clock.now += 5_000;
    expect(await answerOf(define('pair', half('AUGRY', 'TALO')), thematic)).toEqual(made);
    expect(await readEvents(service())).toHaveLength(1);
    const redefined = await answerOf(
      define('pair', { ...half('AUGRY', 'KANAL'), name: 'Another pair' }),
      thematic,
    );
    expect(redefined).toMatchObject({ name: 'Another pair', createdAt: made.createdAt });
    expect(redefined.updatedAt).toBe(new Date(service().clock.now).toISOString());
    const [, told] = await readEvents(service());
    expect(told).toMatchObject({ seq: 2, type: 'thematic.updated', subject: 'pair' });
    expect(told?.data).toEqual({
      ...redefined,
      previous: {
        name: made.name,
        description: made.description,
        tokens: half('AUGRY', 'TALO').tokens,
      },
    });
  });

  test('without a description it has an empty one', async () => {
    const { description, ...definition } = half('AUGRY', 'TALO');
    expect(description).not.toBe('');
    expect(await answerOf(define('pair', definition), thematic, 201)).toMatchObject({
      description: '',
    });
  });

  test('a hundred at once make one', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => define('pair', half('AUGRY', 'TALO'))),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    expect(await readEvents(service())).toHaveLength(1);
  });

  test.each<[what: string, tokens: [string, number][], pointers: string[]]>([
    [
      'an unknown token',
      [
        ['AUGRY', 0.5],
        ['NOPE', 0.5],
      ],
      ['/tokens/1/token'],
    ],
    [
      'a token twice',
      [
        ['AUGRY', 0.5],
        ['AUGRY', 0.5],
      ],
      ['/tokens/1/token'],
    ],
    [
      'weights over 1',
      [
        ['AUGRY', 0.6],
        ['TALO', 0.5],
      ],
      ['/tokens'],
    ],
    ['weights under 1', [['AUGRY', 0.1]], ['/tokens']],
    [
      'a weight of 0',
      [
        ['AUGRY', 0],
        ['TALO', 1],
      ],
      ['/tokens/0/weight'],
    ],
    [
      'a negative weight',
      [
        ['AUGRY', -0.5],
        ['TALO', 1.5],
      ],
      ['/tokens/0/weight'],
    ],
    ['a weight over 1', [['AUGRY', 1.5]], ['/tokens']],
    ['weights that miss 1 by more than 1e-9', [['AUGRY', 1 - 2e-9]], ['/tokens']],
    [
      'several faults',
      [
        ['NOPE', 0.1],
        ['NOPE', 0.1],
      ],
      ['/tokens/0/token', '/tokens/1/token', '/tokens/1/token', '/tokens'],
    ],
  ])('refuses %s', async (_, tokens, pointers) => {
    const definition = { name: 'x', tokens: tokens.map(([token, weight]) => ({ token, weight })) };
    const problem = await problemOf(define('pair', definition), 'invalid-thematic');
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    await problemOf(service().call('GET', pathTo(getThematic, 'pair')), 'thematic-not-found');
  });

  test.each([
    ['U+0000 in the name', 'pair', { name: 'a\0b' }, '/name'],
    ['half a pair in the description', 'pair', { description: '\ud800' }, '/description'],
    ['an id longer than 128 units', 'x'.repeat(129), {}, '/id'],
    ['an id longer than a database index takes', 'x'.repeat(9000), {}, '/id'],
    ['an id with U+0000', 'a\0b', {}, '/id'],
    ['an id with a line break', 'a\nb', {}, '/id'],
    ['an id with white space around it', ' a', {}, '/id'],
  ])('refuses %s', async (_, id, changes, pointer) => {
    const problem = await problemOf(
      define(id, { ...half('AUGRY', 'TALO'), ...changes }),
      'invalid-thematic',
    );
    expect(problem.errors?.map((fault) => fault.pointer)).toEqual([pointer]);
  });

  test.each([
    ['no tokens', { tokens: [] }, '/tokens'],
    ['a time that is none', { from: 'yesterday' }, '/from'],
    ['a weight as text', { tokens: [{ token: 'AUGRY', weight: '1' }] }, '/tokens/0/weight'],
    ['no name', { name: '' }, '/name'],
    ['a name as long as a book', { name: 'x'.repeat(201) }, '/name'],
    ['a field that nobody reads', { colour: 'red' }, ''],
  ])('refuses %s', async (_, changes, pointer) => {
    const problem = await problemOf(
      define('pair', { ...half('AUGRY', 'TALO'), ...changes }),
      'invalid-body',
    );
    expect(problem.errors?.map((fault) => fault.pointer)).toContain(pointer);
  });
});
