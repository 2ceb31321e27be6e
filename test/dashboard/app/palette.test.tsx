import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { readRecents } from '#dashboard/preferences/recents.ts';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const palette = { name: 'Search or jump to' };
const nasty = 'a/b?c#d e%2F';

beforeEach(async () => {
  await makeUser('acme', { name: 'Acme Treasury' });
  await makeUser('acme-pension', { name: 'Pension' });
  await makeUser(nasty);
  await makeUser('日本', { desk: { city: 'Osaka' } });
});

async function openPalette(user: UserEvent): Promise<HTMLElement> {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', palette);
}

const list = () => within(screen.getByRole('listbox', { name: 'Results' }));
const chosen = () => list().queryByRole('option', { selected: true })?.textContent;
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.textContent);
const group = async (name: string) => within(await screen.findByRole('group', { name }));

test('the shortcut opens the palette, and a typed id opens that user', async () => {
  const { user, address } = open('/settings/preferences');
  await user.type(await openPalette(user), 'acme');
  await waitFor(() => expect(chosen()).toMatch(/^acmeAcme Treasury/));
  const users = await group('Users');
  expect(users.getAllByRole('option')).toHaveLength(2);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/users/acme'));
  expect(screen.queryByRole('combobox', palette)).toBeNull();
});

test.each([nasty, '日本'])('a pasted id of any characters, %s, opens its user', async (id) => {
  const { user, address } = open('/thematics');
  await openPalette(user);
  await user.paste(id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/users/${encodeURIComponent(id)}`));
});

test('shows the attribute that matches', async () => {
  const { user } = open('/users');
  await user.type(await openPalette(user), 'osaka');
  const option = await screen.findByRole('option', { name: /^日本.*desk\.city: Osaka/ });
  expect(option.querySelector('mark')?.textContent).toBe('Osaka');
});

test('offers to create an unknown user, but never on Enter alone', async () => {
  const { user, address } = open('/thematics');
  await user.type(await openPalette(user), 'new & odd/1');
  const create = await screen.findByRole('option', { name: /^New user “new & odd\/1”/ });
  expect(create.textContent).toContain('Users cannot be deleted');
  expect(chosen()).toBeUndefined();
  expect(screen.getByText('No results for “new & odd/1”')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/thematics');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/users?create=new%20%26%20odd%2F1'));
  expect(await screen.findByRole('textbox', { name: /^Id/ })).toHaveProperty(
    'value',
    'new & odd/1',
  );
});

test('arrow keys wrap around the choices; Home and End select the first and the last', async () => {
  const { user } = open('/thematics');
  const field = await openPalette(user);
  await waitFor(() => expect(options()).toContain('Users/users'));
  const last = options().at(-1);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(last);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(options()[0]);
  await user.keyboard('{End}');
  expect(chosen()).toBe(last);
  await user.keyboard('{Home}');
  expect(chosen()).toBe(options()[0]);
  // The focus stays in the field, and aria-activedescendant has the choice.
  expect(document.activeElement).toBe(field);
  const active = field.getAttribute('aria-activedescendant') ?? '';
  expect(document.querySelector(`[id="${active}"]`)?.textContent).toBe(options()[0]);
});

test('text typed before the palette has loaded appears in its field', async () => {
  const { user } = open('/thematics');
  await user.keyboard('{Control>}k{/Control}acmx{Backspace}e');
  await waitFor(() =>
    expect(screen.getByRole('combobox', palette)).toHaveProperty('value', 'acme'),
  );
});

test('finds tokens and settings by name', async () => {
  const { thematic } = await someThematic();
  const { user, address } = open('/users');
  const { symbol } = thematic.tokens[0]?.token ?? { symbol: '' };
  const field = await openPalette(user);
  await user.type(field, symbol);
  await (await group('Tokens')).findByRole('option', { name: new RegExp(`^${symbol}`) });
  await user.clear(field);
  await user.type(field, 'locale');
  await (await group('Settings')).findByRole('option', { name: /^Number and date format/ });
  await user.keyboard('{Escape}');
  expect(address()).toBe('/users');
});

test('offers only the other themes', async () => {
  const { user } = open('/thematics');
  await user.type(await openPalette(user), '>colours');
  await user.click(await screen.findByRole('option', { name: 'Switch to dark theme' }));
  await user.type(await openPalette(user), '>colours');
  await screen.findByRole('option', { name: 'Switch to light theme' });
  expect(screen.queryByRole('option', { name: 'Switch to dark theme' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Switch to system theme' }));
});

test('/webhooks redirects to the webhooks page', async () => {
  const { address } = open('/webhooks');
  await waitFor(() => expect(address()).toBe('/settings/webhooks'));
});

test('finds thematics, pages and actions by their texts', async () => {
  const { thematic } = await someThematic();
  const { user, address } = open('/users');
  const field = await openPalette(user);
  await user.type(field, thematic.name);
  await (await group('Thematics')).findByRole('option', { name: new RegExp(thematic.name) });
  await user.clear(field);
  await user.type(field, '> privacy');
  await user.click(await screen.findByRole('option', { name: /Show percentages only/ }));
  expect(localStorage.getItem('portfolio.privacy')).toBe('percentages');
  await user.type(await openPalette(user), 'time zone{Enter}');
  await waitFor(() => expect(address()).toBe('/settings/preferences'));
});

test('@ searches only users, > only actions', async () => {
  const { user } = open('/thematics');
  const field = await openPalette(user);
  await user.type(field, '@acme');
  await screen.findByRole('option', { name: /^acme-pension/ });
  expect(screen.getAllByRole('group').map((it) => it.getAttribute('aria-label'))).toEqual([
    'Users',
  ]);
  await user.clear(field);
  await user.type(field, '>dark');
  await screen.findByRole('option', { name: 'Switch to dark theme' });
  expect(options()).toHaveLength(1);
});

test('recent choices come first, in this browser', async () => {
  const { user, address } = open('/settings/preferences');
  await user.type(await openPalette(user), 'acme-p');
  await screen.findByRole('option', { name: /^acme-pension/ });
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'acme-pension' });
  expect(address()).toBe('/users/acme-pension');
  await openPalette(user);
  const recent = await group('Recent');
  expect(recent.getByRole('option', { name: 'acme-pension' })).toBeTruthy();
});

test('invalid recent choices in localStorage are ignored', () => {
  const written = ['javascript:alert(1)', '//elsewhere/users', '/users/a'].map((to) => ({
    to,
    label: to,
    kind: 'user',
  }));
  localStorage.setItem('portfolio.recents', JSON.stringify([...written, null, 3]));
  expect(readRecents().map(({ to }) => to)).toEqual(['/users/a']);
  localStorage.setItem('portfolio.recents', '{');
  expect(readRecents()).toEqual([]);
});

test('Control+Enter opens a new tab and stays on the page', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, address } = open('/thematics');
  await user.type(await openPalette(user), 'acme-p');
  await screen.findByRole('option', { name: /^acme-pension/ });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledWith('/users/acme-pension', '_blank', 'noopener');
  expect(address()).toBe('/thematics');
});

test('the bar opens the palette too, and its shortcut closes it', async () => {
  const { user } = open('/thematics');
  await user.click(screen.getByRole('button', { name: 'Search or jump to' }));
  await screen.findByRole('combobox', palette);
  await user.keyboard('{Meta>}k{/Meta}');
  await waitFor(() => expect(screen.queryByRole('combobox', palette)).toBeNull());
});

test.each([
  ['tokens', '/tokens'],
  ['compare thematics', '/compare'],
  ['audit', '/settings/audit'],
  ['>add webhook', '/settings/webhooks?add='],
  ['>define', '/thematics?define='],
])('%s opens %s', async (text, to) => {
  const { user, address } = open('/nowhere');
  await user.type(await openPalette(user), text);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(to));
});
