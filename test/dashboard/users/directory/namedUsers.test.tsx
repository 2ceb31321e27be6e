import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { selection } from '#contract/selections.ts';
import { answerOf } from '#test/support/calls.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

const names = ['ann', 'a/b?c', 'ben', 'dan', 'eve'];

const fill = async () => {
  for (const name of names) await makeUser(name, { country: 'CH' }, []);
};

async function saved(ids: readonly string[]): Promise<string> {
  const { call } = await testService();
  const answer = call('POST', pathOf(createSelection, {}), { ids });
  return (await answerOf(answer, selection)).id;
}

const chip = async (label: string) =>
  (await screen.findByText(label, { selector: 'span > span' })).parentElement?.textContent;
/** Ids in the rows of the list. */
const listed = async (count: number) => {
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(count + 1));
  return table
    .getAllByRole('link')
    .map((link) => link.textContent.trim())
    .toSorted();
};

test('a book of users by id leads to exactly these users, and the chip is removed', async () => {
  await fill();
  const { user, address, router } = open('/book?ids=ann&ids=a%2Fb%3Fc');
  const members = within(await screen.findByRole('region', { name: 'Members' }));
  await user.click(await members.findByRole('link', { name: 'Show the users' }));
  await waitFor(() => expect(address()).toBe('/users?ids=ann&ids=a%2Fb%3Fc&period=month'));
  expect(await listed(2)).toEqual(['a/b?c', 'ann']);
  expect(await chip('Users')).toBe('Users ann, a/b?c');
  // The list leads back to the same book.
  const back = await screen.findByRole('link', { name: 'Open as a book', hidden: true });
  expect(back.getAttribute('href')).toBe('/book?ids=ann&ids=a%2Fb%3Fc');
  await user.click(screen.getByRole('button', { name: /^Remove filter: Users/ }));
  expect(address()).toBe('/users?period=month');
  expect(await listed(5)).toHaveLength(5);
  await router.navigate(-1);
  expect(await listed(2)).toEqual(['a/b?c', 'ann']);
});

test('a saved selection is a filter beside others, on the list and on the pages that lead to it', async () => {
  await fill();
  const id = await saved(['ann', 'ben', 'dan', 'gone']);
  const list = open(`/users?selection=${id}`);
  expect(await listed(3)).toEqual(['ann', 'ben', 'dan']);
  // Deleted users do not count.
  await waitFor(async () => expect(await chip('Selection')).toBe('Selection of 3 users'));
  await list.user.type(screen.getByRole('searchbox'), 'be');
  expect(await listed(1)).toEqual(['ben']);
  expect(await chip('Selection')).toBe('Selection of 3 users');
  list.unmount();
  for (const page of ['/book', '/shock']) {
    const { unmount } = open(`${page}?selection=${id}&shockToken=x%3A0.1`);
    await waitFor(async () => expect(await chip('Selection')).toBe('Selection of 3 users'));
    const link = await screen.findByRole('link', { name: 'Show the users' });
    expect(link.getAttribute('href')).toMatch(`/users?selection=${id}`);
    unmount();
  }
  open(`/exposure?selection=${id}`);
  await waitFor(async () => expect(await chip('Selection')).toBe('Selection of 3 users'));
});

test('many ids are counted on the chip', async () => {
  await fill();
  open(`/users?${names.map((name) => `ids=${encodeURIComponent(name)}`).join('&')}`);
  expect(await listed(5)).toHaveLength(5);
  expect(await chip('Selection')).toBe('Selection of 5 users');
});

test('a selection that has expired says so, and is removed', async () => {
  await fill();
  const { user, address } = open('/users?selection=sel_gone');
  expect(
    await screen.findByText(/There is no selection "sel_gone": it is kept for 30 days/),
  ).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Remove filter: Selection/ }));
  expect(address()).toBe('/users');
  expect(await listed(5)).toHaveLength(5);
});

test('without a match, the empty list offers the users without the selection', async () => {
  await fill();
  const id = await saved(['gone', 'lost']);
  const { user } = open(`/users?selection=${id}`);
  await user.click(
    await screen.findByRole('button', { name: /^Remove “Selection of 0 users”: 5 users$/ }),
  );
  expect(await listed(5)).toHaveLength(5);
});
