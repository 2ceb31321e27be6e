import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idsOfCsv } from '#dashboard/users/directory/selection/matchingIds.ts';
import { csvText } from '#contract/csv.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { selection } from '#contract/selections.ts';
import { answerOf } from '#test/support/calls.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';
import '#dashboard/users/directory/selection/SelectionBar.tsx';

const hard = 'a/b?c#d e%2F';

const makeFive = () =>
  make(
    { customId: 'five', amount: 5 },
    { customId: hard, amount: 4 },
    { customId: '日本', amount: 3 },
    { customId: 'two', amount: 2 },
    { customId: 'one', amount: 1 },
  );

const long = (n: number) => `${'日本'.repeat(60)}-${n}`;

const bar = () => screen.findByRole('region', { name: 'Selected users' });
const box = (id: string) => screen.findByRole('checkbox', { name: `${id}, select` });
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked, dataset }) => checked && dataset['select'] !== undefined)
    .map((one) => one.getAttribute('aria-label')?.replace(', select', ''));
const rowTotal = (id: string) =>
  Number(
    within(screen.getByRole('row', { name: new RegExp(`^${id.replaceAll('?', '\\?')}`) }))
      .getAllByRole('cell')[4]
      ?.textContent?.replaceAll(',', ''),
  );

const announced = (text: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text),
  );

test('boxes select users, a click with Shift selects a range, and the bar sums the selection', async () => {
  await makeFive();
  const { user } = open('/users');
  await user.click(await box(hard));
  await announced('1 user selected');
  await user.keyboard('{Shift>}');
  await user.click(await box('two'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual([hard, '日本', 'two']);
  await announced('3 users selected');
  const shown = within(await bar());
  const total = await waitFor(() => {
    const figure = shown.getByText('Total').nextSibling?.firstChild;
    if (!(figure instanceof HTMLElement) || figure.title === '') throw new Error('no total yet');
    return Number(figure.title.replaceAll(',', ''));
  });
  expect(total).toBeCloseTo(rowTotal(hard) + rowTotal('日本') + rowTotal('two'), 1);
  await user.click(await box('日本'));
  await announced('2 users selected');
  await user.click(shown.getByRole('button', { name: 'Clear' }));
  expect(selected()).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull();
});

test('Space selects the row, Shift and the arrows grow and shrink a range, Escape clears it', async () => {
  await makeFive();
  const { user, address } = open('/users');
  await table();
  await user.keyboard('j ');
  expect(selected()).toEqual(['five']);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['five', hard, '日本']);
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(selected()).toEqual(['five', hard]);
  await user.keyboard('{Escape}');
  expect(selected()).toEqual([]);
  expect(address()).toBe('/users');
});

test('Ctrl A selects all that match; another filter hides some and says how many', async () => {
  await makeFive();
  const { user } = open('/users?total=1..');
  await table();
  await user.keyboard('{Control>}a{/Control}');
  await announced('All 5 users are selected');
  await user.type(screen.getByLabelText('Search users'), 'two');
  await waitFor(async () => expect(await ids()).toEqual(['two']));
  await announced('5 users selected');
  expect(await screen.findByText(', 4 not in this list')).toBeTruthy();
  await user.clear(screen.getByLabelText('Search users'));
  await waitFor(async () => expect(await ids()).toHaveLength(5));
  expect(selected()).toHaveLength(5);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all users that match' }));
  expect(selected()).toEqual([]);
});

test('a list by ids or of a saved selection hides others of the selection too, and says how many', async () => {
  await makeFive();
  const { call } = await testService();
  const saved = await answerOf(
    call('POST', createSelection.path, { ids: ['one', 'two', hard] }),
    selection,
  );
  const { user, router } = open('/users');
  await table();
  await user.keyboard('{Control>}a{/Control}');
  await announced('All 5 users are selected');
  for (const [address, hidden] of [
    ['/users?ids=one&ids=two', 3],
    [`/users?selection=${saved.id}`, 2],
    [`/users?selection=${saved.id}&q=two`, 4],
    ['/users?ids=one&ids=two&q=nobody', 5],
  ] as const) {
    await router.navigate(address);
    expect(await screen.findByText(`, ${hidden} not in this list`)).toBeTruthy();
  }
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await router.navigate('/users?ids=one&ids=two');
  await user.click(await box('one'));
  await announced('1 user selected');
  await within(await bar()).findByText('Total');
  expect(screen.queryByText(/not in this list/)).toBeNull();
});

test('two saved selections are compared by their ids', async () => {
  await make(...Array.from({ length: 9 }, (_, n) => ({ customId: long(n) })), {
    customId: 'other',
  });
  const { call } = await testService();
  const saved = await answerOf(
    call('POST', createSelection.path, { ids: [long(0), long(1), 'other'] }),
    selection,
  );
  const { user, router } = open('/users');
  await table();
  await user.keyboard('{Control>}a{/Control}');
  await announced('All 10 users are selected');
  await router.navigate(`/users?selection=${saved.id}`);
  expect(await screen.findByText(', 7 not in this list')).toBeTruthy();
});

test('the selection opens as a book, exports and compares, whatever its ids', async () => {
  await makeFive();
  const { user, address } = open('/users?q=nobody', '/users');
  await user.click(await box(hard));
  await user.click(await box('日本'));
  const shown = within(await bar());
  const href = async (name: string) => {
    const link = await shown.findByRole('link', { name });
    return new URL(link.getAttribute('href') ?? '', 'http://it').searchParams;
  };
  expect((await href('Open as a book')).getAll('ids').toSorted()).toEqual(
    [hard, '日本'].toSorted(),
  );
  const csv = await href('CSV');
  expect([csv.get('format'), csv.getAll('ids').toSorted()]).toEqual([
    'csv',
    [hard, '日本'].toSorted(),
  ]);
  await user.click(shown.getByRole('link', { name: 'Compare' }));
  expect(await screen.findByRole('region', { name: 'Returns of 2 users' })).toBeTruthy();
  expect(new URL(address(), 'http://it').searchParams.getAll('ids')).toEqual([hard, '日本']);
  await user.click(screen.getByRole('button', { name: 'Remove 日本' }));
  expect(await screen.findByText('Choose at least two users')).toBeTruthy();
});

test('more users than fit in an address open as a stored selection', async () => {
  await make(...Array.from({ length: 9 }, (_, n) => ({ customId: long(n) })));
  const { user } = open('/users');
  await table();
  await user.keyboard('{Control>}a{/Control}');
  const link = await within(await bar()).findByRole('link', { name: 'Open as a book' });
  expect(link.getAttribute('href')).toMatch(/^\/book\?selection=sel_[\w-]{22}/);
  expect(within(await bar()).getByTitle('Select 2 to 8 users to compare them')).toBeTruthy();
});

test('on a phone, a long press or “Select” begins a selection, and a tap then selects', async () => {
  await makeFive();
  const { user, address } = open('/users');
  await table();
  await user.click(screen.getByRole('button', { name: 'Select' }));
  await user.click(screen.getByRole('link', { name: /^two/ }));
  expect(selected()).toEqual(['two']);
  expect(address()).toBe('/users');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(selected()).toEqual([]);
  const row = screen.getByRole('link', { name: /^one/ });
  fireEvent.touchStart(row);
  await waitFor(() => expect(selected()).toEqual(['one']));
  fireEvent.touchEnd(row);
  fireEvent.click(row);
  expect([selected(), address()]).toEqual([['one'], '/users']);
});

test('ids of a CSV of one column are read as they are', () => {
  const all = [hard, '日本', 'a "quoted", one', '=1+1', "'@x", ' blank ', 'two\nlines', '-5'];
  expect(
    idsOfCsv(
      csvText(
        ['customId'],
        all.map((id) => [id]),
      ),
    ),
  ).toEqual(all);
});
