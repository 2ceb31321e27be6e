import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { table, make } from './directoryPage.ts';

afterEach(() => localStorage.clear());

const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    // The first has the box that selects all.
    .slice(1)
    .map((head) => head.textContent);

const widthOf = (name: RegExp) =>
  Number.parseInt(screen.getByRole('columnheader', { name }).style.getPropertyValue('--width'), 10);

async function makeTwo(): Promise<void> {
  await make(
    { customId: 'a', amount: 1, attributes: { country: 'CH' } },
    { customId: 'b', amount: 2, attributes: { country: 'DE' } },
  );
}

test('any attribute can be a column, sorts, and is in the address', async () => {
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
    expect(within(first ?? document.body).getAllByRole('cell')[3]?.textContent).toBe('CH');
  });
});

async function addCountry(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(chooser.getByRole('checkbox', { name: 'country' }));
  await user.keyboard('{Escape}');
}

test('columns of an address apply only to it: without a view the list has its own', async () => {
  await makeTwo();
  const { user, router } = open('/users?columns=total');
  await table();
  await addCountry(user);
  expect(await heads()).toContain('country');
  await router.navigate('/users');
  await waitFor(async () => expect(await heads()).not.toContain('country'));
});

test('selected columns are a preference until they are saved in a view', async () => {
  await makeTwo();
  const { user, router, address } = open('/users');
  await table();
  await addCountry(user);
  await router.navigate('/users');
  expect(await heads()).toContain('country');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.type(await screen.findByLabelText('Save this page as a view'), 'By country{Enter}');
  await waitFor(() => expect(address()).toContain('columns=attribute.country'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await heads()).toContain('country');
  await router.navigate('/users');
  await waitFor(async () => expect(await heads()).not.toContain('country'));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('link', { name: /^By country/ }));
  await waitFor(async () => expect(await heads()).toContain('country'));
});

test('Alt and arrow keys reorder columns in the chooser and in the header, and Reset restores them', async () => {
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

test('Shift and arrow keys in a header widen its column, and the width is kept', async () => {
  await makeTwo();
  const { user } = open('/users');
  await table();
  const before = widthOf(/^Wallets/);
  screen.getByRole('button', { name: /^Wallets/ }).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(widthOf(/^Wallets/)).toBe(before + 16);
  expect(localStorage.getItem('portfolio.tables')).toContain('"wallets":');
});
