import { expect, test } from 'vitest';
import { day } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookExposure, getBookSummary } from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { bookExposure, bookSummary } from '#contract/book.ts';
import { selection } from '#contract/selections.ts';
import { formatTime } from '#contract/time.ts';
import { selections } from '#platform/database/schema/store.ts';
import { answerOf, makeUser, problemOf, stated } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';

const strange = ['a/b?c#d e%2F', '日本', '__proto__', '"quoted"'];

onEachEngine((service) => {
  const save = (ids: readonly unknown[]) => service().call('POST', createSelection.path, { ids });
  const saved = async (ids: readonly string[]) => answerOf(save(ids), selection);
  const directory = (id: string) =>
    answerOf(
      service().call('GET', pathOf(getDirectory, { query: { selection: id, sort: 'customId' } })),
      directoryPage,
    );

  test('a selection names its users in the directory, in books, in the exposure and in a CSV', async () => {
    for (const id of [...strange, 'ada', 'grace', 'other']) await makeUser(service(), id);
    await stated(service(), 'ada', {
      thematics: 'open-lending',
      tokens: [{ token: 'TALO', amount: 5 }],
    });
    await stated(service(), 'other', {
      thematics: 'open-lending',
      tokens: [{ token: 'TALO', amount: 7 }],
    });
    const ids = [...strange, 'ada', 'ada', 'gone'];
    const { id, count, expiresAt } = await saved(ids);
    expect({ count, expiresAt }).toEqual({
      count: strange.length + 2,
      expiresAt: formatTime(service().clock.now + 30 * day),
    });
    const page = await directory(id);
    expect(page.rows.map(({ customId }) => customId)).toEqual([...strange, 'ada'].toSorted());
    expect([page.count, page.notFound]).toEqual([strange.length + 1, 1]);

    const summary = pathOf(getBookSummary, {
      params: { historyType: 'day' },
      query: { selection: id },
    });
    const own = await answerOf(service().call('GET', summary), bookSummary);
    expect([own.count, own.notFound, own.total]).toEqual([page.count, 1, page.sums.total]);
    const exposed = await answerOf(
      service().call('GET', pathOf(getBookExposure, { query: { selection: id, by: 'token' } })),
      bookExposure,
    );
    expect([exposed.rows.map((row) => row.holders), exposed.notFound]).toEqual([[1], 1]);

    const path = pathOf(getDirectory, {
      query: { selection: id, format: 'csv', columns: ['customId'], q: 'ada' },
    });
    expect(await (await service().call('GET', path)).text()).toBe('customId\r\nada\r\n');
  });

  test('the same list has the same id, is kept for another 30 days, and is gone after them', async () => {
    await makeUser(service(), 'ada');
    const { id } = await saved(['ada', 'grace']);
    expect((await saved(['grace'])).id).not.toBe(id);
    service().clock.now += 20 * day;
    expect((await saved(['ada', 'grace', 'ada'])).id).toBe(id);
    service().clock.now += 20 * day;
    expect((await directory(id)).count).toBe(1);
    service().clock.now += 11 * day;
    const late = service().call('GET', pathOf(getDirectory, { query: { selection: id } }));
    expect((await problemOf(late, 'invalid-query')).detail).toContain('Select the users again');
    await saved(['grace']);
    expect(await service().database.queries.select().from(selections)).toHaveLength(1);
  });

  test('100,000 ids are a selection; a list that is empty, too large, or no list of texts is none', async () => {
    await makeUser(service(), 'u 99999');
    const many = Array.from({ length: 100_000 }, (_, n) => `u ${n}`);
    const { id, count } = await saved(many);
    expect(count).toBe(100_000);
    const page = await directory(id);
    expect([page.count, page.notFound]).toEqual([1, 99_999]);
    expect((await problemOf(save([]), 'invalid-body')).detail).toContain('at least one id');
    await problemOf(save([1]), 'invalid-body');
    await problemOf(save(Array.from({ length: 9 }, () => 'x'.repeat(2 ** 20))), 'too-large');
    for (const unknown of ['sel_nothing', '日本', '', "'; DROP TABLE selections"]) {
      const path = pathOf(getDirectory, { query: { selection: unknown } });
      const { detail } = await problemOf(service().call('GET', path), 'invalid-query');
      expect(detail).toContain(`There is no selection ${JSON.stringify(unknown)}`);
    }
  });
});
