import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { readViews, saveViews, useSavedViews } from '#dashboard/preferences/savedViews.ts';
import { table, make } from './directoryPage.ts';

afterEach(() => {
  useSavedViews.setState({ views: [] });
  localStorage.clear();
});

const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

const widthOf = (name: RegExp) =>
  Number.parseInt(screen.getByRole('columnheader', { name }).style.getPropertyValue('--width'), 10);

async function makeTwo(): Promise<void> {
  await make(
    { customId: 'a', amount: 1, attributes: { country: 'CH' } },
    { customId: 'b', amount: 2, attributes: { country: 'DE' } },
  );
}

test('any attribute becomes a column, sorts, and is in the address', async () => {
  await makeTwo();
  const { user, address } = open('/users?columns=total');
  expect(await heads()).toEqual(['User', expect.stringMatching(/^Total/)]);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = await screen.findByRole('dialog', { name: 'Columns' });
  await user.click(within(chooser).getByRole('checkbox', { name: 'country' }));
  expect(address()).toBe('/users?columns=user&columns=total&columns=attribute.country');
  expect(await heads()).toEqual(['User', expect.stringMatching(/^Total/), 'country']);
  await user.click(within(await table()).getByRole('button', { name: 'country' }));
  expect(address()).toContain('sort=attribute.country');
  await waitFor(async () => {
    const [first] = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(within(first ?? document.body).getAllByRole('cell')[2]?.textContent).toBe('CH');
  });
});

async function addCountry(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(chooser.getByRole('checkbox', { name: 'country' }));
  await user.keyboard('{Escape}');
}

test('columns of an address stay with it: without a view the list has its own', async () => {
  await makeTwo();
  const { user, router } = open('/users?columns=total');
  await table();
  await addCountry(user);
  expect(await heads()).toContain('country');
  await router.navigate('/users');
  await waitFor(async () => expect(await heads()).not.toContain('country'));
});

test('columns chosen by hand are preferred until a view is saved with them', async () => {
  await makeTwo();
  const { user, router, address } = open('/users');
  await table();
  await addCountry(user);
  await router.navigate('/users');
  expect(await heads()).toContain('country');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.type(await screen.findByLabelText('Name of the view'), 'By country{Enter}');
  await waitFor(() => expect(address()).toContain('columns=attribute.country'));
  expect(await heads()).toContain('country');
  await router.navigate('/users');
  await waitFor(async () => expect(await heads()).not.toContain('country'));
  await user.click(await screen.findByRole('link', { name: 'By country' }));
  await waitFor(async () => expect(await heads()).toContain('country'));
});

test('columns are put in order by Alt and arrows, in the chooser and in the head, and reset', async () => {
  await makeTwo();
  const { user, address } = open('/users?columns=user&columns=total&columns=wallets');
  await table();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = await screen.findByRole('dialog', { name: 'Columns' });
  const box = within(chooser).getByRole('checkbox', { name: 'Wallets' });
  box.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(address()).toBe('/users?columns=user&columns=wallets&columns=total');
  expect(document.activeElement).toBe(within(chooser).getByRole('checkbox', { name: 'Wallets' }));
  await user.keyboard('{Escape}');
  within(await table())
    .getByRole('button', { name: 'Wallets' })
    .focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(address()).toBe('/users?columns=user&columns=total&columns=wallets');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  expect(address()).toBe('/users');
  expect(await heads()).toContain('Created');
});

test('Shift and arrows in a head make its column wider, and it stays so', async () => {
  await makeTwo();
  const { user } = open('/users');
  await table();
  const before = widthOf(/^Wallets/);
  screen.getByRole('button', { name: /^Wallets/ }).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(widthOf(/^Wallets/)).toBe(before + 16);
  expect(localStorage.getItem('portfolio.tables')).toContain('"wallets":');
});

test('a view is saved under a name, opened, and removed with undo', async () => {
  await makeTwo();
  const { user, address, router } = open('/users?period=month&sort=percent&columns=percent');
  await table();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.type(await screen.findByLabelText('Name of the view'), 'Losers of the month{Enter}');
  await router.navigate('/users');
  await user.click(await screen.findByRole('link', { name: 'Losers of the month' }));
  expect(address()).toBe('/users?period=month&sort=percent&columns=percent');
  await user.click(await screen.findByRole('button', { name: 'Losers of the month' }));
  await user.click(
    await screen.findByRole('button', { name: 'Remove the view Losers of the month' }),
  );
  expect(await screen.findByText(/^None yet/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Losers of the month' })).toBeTruthy();
});

test('views are all there again when the page is, however many they are', async () => {
  const views = Array.from({ length: 201 }, (_, i) => ({ name: `view ${i}`, search: '' }));
  saveViews(views);
  await useSavedViews.persist.rehydrate();
  expect(useSavedViews.getState().views).toHaveLength(views.length);
});

test('views are read from a file as they were written, and nothing else is', () => {
  const views = [{ name: 'Big', search: 'total=1000000..' }];
  expect(readViews(JSON.stringify(views))).toEqual(views);
  expect(readViews('{"views":1}')).toBeNull();
  expect(readViews('[{"name":""}]')).toBeNull();
  expect(readViews('no')).toBeNull();
});
