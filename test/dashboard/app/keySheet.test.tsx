import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type KeyScope, listedTexts } from '#dashboard/design/keys.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

test('? lists the shortcuts of the page and the global ones', async () => {
  await makeUser('acme');
  const { user } = open('/users');
  await screen.findByRole('link', { name: /acme/ });
  await user.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  const here = within(sheet.getByRole('region', { name: 'On this page' }));
  expect(here.getByText('New user').parentElement?.textContent).toBe('NNew user');
  // A list adds the keys of its rows.
  expect(here.getByText('Next row, previous row').parentElement?.textContent).toMatch(/^J, K/);
  const everywhere = within(sheet.getByRole('region', { name: 'Global' }));
  expect(everywhere.getByText('Go to thematics').parentElement?.textContent).toMatch(/^G T/);
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** Single keys listed for a scope. */
const keysOf = (scope: KeyScope) => listedTexts(scope).flatMap(([line]) => singleKeys(line));

/** Single keys of a listed line: `1 to 5` has five, `x, Space` two, `g u` none. */
function singleKeys(line: string): string[] {
  const [, first, last] = /^(\d) to (\d)$/.exec(line) ?? [];
  if (first === undefined || last === undefined) return line.split(', ');
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${Number(first) + i}`);
}

test.each([
  ['/users', 'Users'],
  ['/users/acme', 'acme'],
  ['/thematics', 'Thematics'],
  ['/thematics/settlement-layers', 'Settlement Layers'],
  ['/settings/webhooks', 'Webhooks'],
])(
  '%s has unique keys that differ from global ones, and its controls name listed keys',
  async (path, name) => {
    await makeUser('acme');
    open(path);
    await screen.findByRole('heading', { name, level: 1 });
    if (path.includes('s/')) await screen.findByRole('button', { name: /^Export|New webhook/ });
    const [ofPage, ofAll] = [keysOf('page'), keysOf('global')];
    expect(ofPage.filter((key) => ofAll.includes(key))).toEqual([]);
    expect(ofPage).toEqual([...new Set(ofPage)]);
    const named = [...document.querySelectorAll('[aria-keyshortcuts], [title]')].flatMap(
      (control) => [
        control.getAttribute('aria-keyshortcuts') ?? [],
        /\((\w)\)$/.exec(control.getAttribute('title') ?? '')?.[1]?.toLowerCase() ?? [],
      ],
    );
    const single = named.flat().filter((key) => key.length === 1);
    expect(single).not.toEqual([]);
    expect(single.filter((key) => ![...ofPage, ...ofAll].includes(key))).toEqual([]);
  },
);

test.each([
  ['gu', '/users'],
  ['gt', '/thematics'],
  ['gk', '/tokens'],
  ['ge', '/exposure'],
  ['gq', '/quality'],
  ['gw', '/settings/webhooks'],
  ['gp', '/settings/preferences'],
])('%s opens %s', async (keys, path) => {
  const { user, address } = open('/nowhere');
  await screen.findByText('No page at this address');
  await user.keyboard(keys);
  await waitFor(() => expect(address()).toBe(path));
});

test('the second key of a sequence does not trigger its own shortcut', async () => {
  await makeUser('acme');
  const { user, address } = open('/users/acme');
  await screen.findByRole('heading', { name: 'acme', level: 1 });
  await user.keyboard('gp');
  await waitFor(() => expect(address()).toBe('/settings/preferences'));
  // Alone, it would switch the privacy mode.
  expect(screen.getByRole('button', { name: /^Privacy: everything shown/ })).toBeTruthy();
});

test('the first key of a sequence expires, and another key cancels it', async () => {
  const { user, address } = open('/settings/preferences');
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  await user.keyboard('gxu');
  expect(address()).toBe('/settings/preferences');
  await user.keyboard('g');
  const late = new KeyboardEvent('keydown', { key: 'u', bubbles: true });
  Object.defineProperty(late, 'timeStamp', { value: Number.MAX_SAFE_INTEGER });
  fireEvent(document.body, late);
  expect(address()).toBe('/settings/preferences');
});

test('p and the bar switch the privacy mode, which the bar shows', async () => {
  const { user } = open('/settings/preferences');
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  await user.keyboard('p');
  expect(screen.getByText('Percentages only', { selector: 'output' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Privacy: percentages only/ }));
  expect(screen.getByText('Figures hidden', { selector: 'output' })).toBeTruthy();
  await user.keyboard('p');
  expect(screen.getByRole('button', { name: /^Privacy: everything shown/ })).toBeTruthy();
});
