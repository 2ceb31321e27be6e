import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { makeUser } from '#test/support/portfolio.ts';
import { ids, table } from './directoryPage.ts';

const holds = (thematics: string, token: string) => [{ thematics, tokens: { [token]: 1 } }];

async function makeUsers(): Promise<void> {
  await makeUser('swiss', { country: 'CH' }, holds('energy-grids', 'VOLTQ'));
  await makeUser('german', { country: 'DE' }, holds('data-feeds', 'AUGRY'));
  await makeUser('french', { country: 'FR', tier: 'gold' });
  await makeUser('nowhere', {});
}

test('leaves out holders, values of an attribute, and users with an attribute, by mouse; each chip brings them back', async () => {
  await makeUsers();
  const { user, address } = open('/users?sort=user');
  await waitFor(async () => expect(await ids()).toHaveLength(4));
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  const thematics = within(panel.getByRole('group', { name: /Holds any of these thematics/ }));
  await user.click(thematics.getByRole('radio', { name: 'None of' }));
  await user.click(await panel.findByRole('checkbox', { name: 'Energy Grids' }));
  await waitFor(async () => expect(await ids()).toEqual(['french', 'german', 'nowhere']));
  const attribute = within(panel.getByRole('group', { name: 'Attribute' }));
  await user.click(attribute.getByRole('radio', { name: 'Is not' }));
  await user.click(attribute.getByRole('checkbox', { name: /DE/ }));
  await waitFor(async () => expect(await ids()).toEqual(['french', 'nowhere']));
  await user.click(attribute.getByRole('radio', { name: 'Not set' }));
  await waitFor(async () => expect(await ids()).toEqual(['nowhere']));
  expect(new URLSearchParams(address().split('?')[1]).getAll('lacksAttribute')).toEqual([
    'country',
  ]);
  // The way back keeps the attribute in view.
  await user.click(attribute.getByRole('radio', { name: 'Is' }));
  await waitFor(async () => expect(await ids()).toEqual(['french', 'german', 'nowhere']));
  await user.click(panel.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Remove filter: Holds no Energy Grids' }));
  await waitFor(async () => expect(await ids()).toHaveLength(4));
});

test('an address with exclusions opens with them, in the table and in the panel', async () => {
  await makeUsers();
  const { user } = open(
    '/users?notAttribute.country=CH&notAttribute.country=DE&lacksAttribute=tier',
  );
  await waitFor(async () => expect(await ids()).toEqual(['nowhere']));
  expect(await table()).toBeTruthy();
  expect(screen.getByText('not CH, not DE')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  const attribute = within(panel.getByRole('group', { name: 'Attribute' }));
  expect(attribute.getByRole<HTMLInputElement>('radio', { name: 'Is not' }).checked).toBe(true);
  expect(attribute.getByRole<HTMLInputElement>('checkbox', { name: /CH/ }).checked).toBe(true);
});
