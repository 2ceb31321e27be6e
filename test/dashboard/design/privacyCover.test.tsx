import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const id = 'acme';

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  await makeUser(id, { name: 'Acme', budget: 987_654_321 });
});

const isShown = () => document.body.textContent.includes('987654321');

test('attributes are hidden in privacy mode until Show, which moves the focus to them', async () => {
  setPreference('privacy', 'percentages');
  const { user } = open(`/users/${id}`);
  const pane = within(await screen.findByRole('region', { name: 'Attributes' }));
  await user.click(await pane.findByRole('button', { name: 'Show attributes' }));
  expect(isShown()).toBe(true);
  expect(pane.queryByText('Hidden in privacy mode')).toBeNull();
  expect(document.activeElement?.textContent).toContain('987654321');
  await user.click(pane.getByRole('radio', { name: 'JSON' }));
  expect(isShown()).toBe(true);
});

test('each change of privacy mode hides them again', async () => {
  setPreference('privacy', 'percentages');
  const { user } = open(`/users/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Show attributes' }));
  act(() => setPreference('privacy', 'hidden'));
  expect(isShown()).toBe(false);
  act(() => setPreference('privacy', 'off'));
  expect(isShown()).toBe(true);
  act(() => setPreference('privacy', 'percentages'));
  expect(isShown()).toBe(false);
});

test('a form that reveals attributes asks first, then shows the request too', async () => {
  setPreference('privacy', 'hidden');
  const { user } = open(`/users/${id}?edit=attributes`);
  await screen.findByText(/Editing reveals this user’s attributes\.$/);
  expect(isShown()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Show and edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Attributes of ${id}` }));
  await user.type(dialog.getByLabelText('Name'), ' Ltd');
  await user.click(dialog.getByText('Request preview'));
  expect(dialog.getByText(/"name": "Acme Ltd"/)).toBeTruthy();
});
