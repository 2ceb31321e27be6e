import { expect, test } from 'vitest';
import { bookSummary } from '#contract/book.ts';
import { day } from '#contract/historyType.ts';
import * as book from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { selection } from '#contract/selections.ts';
import { answerOf, makeUser, problemOf } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';

/** Every operation that a set of users names, without the selection. */
const reads = [
  ...Object.values(book).map(({ path }) => `${path.replace('{historyType}', 'day')}?`),
  `${getDirectory.path}?`,
  `${getDirectory.path}?format=csv&`,
  `${getDirectory.path}?groupBy=thematic&`,
  `${getBookShock.path}?token=TALO:0.3&`,
];

onEachEngine((service) => {
  const post = (body: string) =>
    service().fetch(
      new Request(`http://127.0.0.1:4173${createSelection.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
  const save = async (ids: readonly string[]) => answerOf(post(JSON.stringify({ ids })), selection);
  const get = (path: string) => service().call('GET', path);

  test('100,001 ids are a selection for every operation', async () => {
    await makeUser(service(), 'u "99999"\\');
    const ids = Array.from({ length: 100_001 }, (_, n) => `u "${n}"\\`);
    const { id, count } = await save(ids);
    expect(count).toBe(100_001);
    // The same list in another notation is the same selection.
    const spaced = await answerOf(
      post(` {\n"ids" : ${JSON.stringify(ids, null, 1)} } `),
      selection,
    );
    expect(spaced.id).toBe(id);
    for (const path of reads) {
      expect([path, (await get(`${path}selection=${id}`)).status]).toEqual([path, 200]);
    }
    // Ids that the selection has already count once.
    const both = `ids=nobody&ids=${encodeURIComponent('u "1"\\')}&selection=${id}`;
    const { notFound } = await answerOf(get(`/x/book/summary/day?${both}`), bookSummary);
    expect(notFound).toBe(100_001);
  });

  test('a selection that is unknown or too old is refused by every operation, with what to do', async () => {
    await makeUser(service(), 'ada');
    const { id } = await save(['ada']);
    service().clock.now += 31 * day;
    for (const path of reads) {
      for (const late of [id, '__proto__', 'sel_nothing']) {
        const { detail } = await problemOf(get(`${path}selection=${late}`), 'invalid-query');
        expect(detail).toBe(
          `There is no selection "${late}": it is kept for 30 days. Select the users again.`,
        );
      }
      await problemOf(get(`${path}selection=${'s'.repeat(5000)}`), 'invalid-query');
      await problemOf(get(`${path}selection=${id}&selection=${id}`), 'invalid-query');
    }
  });

  const many = Array.from({ length: 60_000 }, (_, n) => `"user ${n}"`).join();
  test.each([
    [
      'a number among them',
      `{"ids":[${many},1]}`,
      'invalid-body',
      'must be {"ids": […]}, with texts of at most',
    ],
    [
      'another member before',
      `{"more":1,"ids":[${many}]}`,
      'invalid-body',
      'A body of more than 256 KiB must be',
    ],
    ['another member after', `{"ids":[${many}],"more":1}`, 'invalid-body', 'must be {"ids": […]}'],
    ['no end', `{"ids":[${many}`, 'invalid-body', 'must be {"ids": […]}'],
    ['a bare list', `[${many}]`, 'invalid-body', 'must be {"ids": […]}'],
    ['an unknown escape', `{"ids":[${many},"\\x"]}`, 'malformed-json', 'an unknown escape'],
    ['a control character', `{"ids":[${many},"\n"]}`, 'malformed-json', 'a control character'],
    [
      'a long id',
      `{"ids":["${'x'.repeat(300_000)}"]}`,
      'invalid-body',
      'at most 65,536 characters',
    ],
    [
      'too many',
      `{"ids":[${'"",'.repeat(500_000)}""]}`,
      'malformed-json',
      'more than 500,000 values',
    ],
    ['brackets', `{"ids":[${'['.repeat(300_000)}`, 'invalid-body', 'must be {"ids": […]}'],
  ] as const)('a large body with %s is refused', async (_, body, code, text) => {
    const { detail } = await problemOf(post(body), code);
    expect(detail).toContain(text);
    expect(service().logged).toEqual([]);
  });
});
