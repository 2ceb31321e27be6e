import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { row } from '#test/support/directoryWindow.ts';
import { open } from '#test/support/render.tsx';
import { givenUsers } from './someUsers.ts';

const hard = 'a/b?c#d e%2F';

/** The link of the only user in the directory. */
async function openOne(id = hard) {
  givenUsers(1, () => row(id, { total: 1 }));
  const view = open('/users');
  const link = await screen.findByRole('link', { name: id });
  /** Clicks like a browser. Returns whether the browser handles the click. */
  const press = (init: MouseEventInit, type = 'click') =>
    link.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, ...init }),
    );
  return { ...view, link, press };
}

test('a click anywhere in the link opens the user without a page load', async () => {
  const { press, address } = await openOne();
  expect(press({})).toBe(false);
  await waitFor(() => expect(address()).toBe(`/users/${encodeURIComponent(hard)}?period=day`));
});

test('Enter opens the user too', async () => {
  const { link, user, address } = await openOne('日本');
  link.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/users/${encodeURIComponent('日本')}?period=day`));
});

test.each([
  ['Ctrl', { ctrlKey: true }, 'click'],
  ['Command', { metaKey: true }, 'click'],
  ['Shift', { shiftKey: true }, 'click'],
  ['Alt', { altKey: true }, 'click'],
  ['the middle button', { button: 1 }, 'auxclick'],
  ['the right button', { button: 2 }, 'contextmenu'],
] as const)('with %s the browser acts: a tab, a window, a menu', async (_, init, type) => {
  const { press, link, address } = await openOne();
  // jsdom cannot load a page.
  let isLeft = false;
  document.addEventListener(
    type,
    (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  press(init, type);
  expect(isLeft).toBe(true);
  expect(link.getAttribute('href')).toBe(`/users/${encodeURIComponent(hard)}?period=day`);
  expect(address()).toBe('/users');
});
