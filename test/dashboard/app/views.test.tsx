import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { savedViewList, type SavedViewContent } from '#contract/savedViews.ts';
import { paletteKey } from '#dashboard/app/paletteKey.ts';
import { closeViews } from '#dashboard/portfolio/viewsDialog.ts';
import {
  readBrowserViews,
  saveBrowserViews,
  useBrowserViews,
} from '#dashboard/preferences/browserViews.ts';
import { open } from '#test/support/render.tsx';
import { notOffered, server } from '#test/support/server.ts';

const path = 'http://localhost/x/views';

beforeEach(() => {
  useBrowserViews.setState({ views: [], isDecided: false });
});
afterEach(() => {
  closeViews();
  localStorage.clear();
});

async function put(id: string, content: Partial<SavedViewContent> & { name: string }) {
  const body = JSON.stringify({ address: '/tokens', ...content });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${path}/${id}`, { method: 'PUT', headers, body });
  expect(response.status).toBe(201);
}
const stored = async () => savedViewList.parse(await (await fetch(path)).json());

type Opened = ReturnType<typeof open>;

/** Runs an action of the palette. */
async function choose({ user }: Opened, text: string, name: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: paletteKey.label }), text);
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
}

async function openDialog(opened: Opened): Promise<ReturnType<typeof within>> {
  await screen.findByRole('heading', { level: 1 });
  await choose(opened, '>manage views', 'Manage views');
  return within(await screen.findByRole('dialog', { name: 'Views' }));
}

async function act(opened: Opened, view: string, action: string): Promise<void> {
  await opened.user.click(await screen.findByRole('button', { name: `Actions for ${view}` }));
  await opened.user.click(await screen.findByRole('menuitem', { name: action }));
}

test('any page can be saved as a view, without the forms over it, and is found in the palette', async () => {
  const opened = open('/tokens?period=month&create=x');
  await screen.findByRole('heading', { level: 1 });
  await choose(opened, 'save this page', 'Save this page as a view');
  await opened.user.type(
    await screen.findByLabelText('Save this page as a view'),
    'Monthly{Enter}',
  );
  expect(await screen.findByRole('link', { name: /^Monthly Tokens$/ })).toBeTruthy();
  expect(await stored()).toMatchObject([
    { name: 'Monthly', address: '/tokens?period=month', shared: false },
  ]);
  await opened.user.click(screen.getByRole('button', { name: 'Close' }));
  await opened.router.navigate('/thematics');
  await screen.findByRole('heading', { level: 1, name: 'Thematics' });
  await choose(opened, 'monthly', 'Monthly');
  expect(opened.address()).toBe('/tokens?period=month');
});

test('a view of the same name is replaced', async () => {
  await put('v1', { name: 'Mine', address: '/thematics', shared: true, home: ['analyst'] });
  const opened = open('/tokens');
  const dialog = await openDialog(opened);
  await dialog.findByRole('link', { name: /^Mine/ });
  await opened.user.type(dialog.getByLabelText('Save this page as a view'), 'Mine');
  await opened.user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(await dialog.findByRole('link', { name: /^Mine Tokens · shared/ })).toBeTruthy();
  expect(await stored()).toMatchObject([{ id: 'v1', shared: true, home: ['analyst'] }]);
});

test('a view is renamed, shared, made a home page, and removed with undo', async () => {
  await put('v1', { name: 'Old' });
  const opened = open('/thematics');
  const dialog = await openDialog(opened);
  await act(opened, 'Old', 'Rename');
  const field = await dialog.findByLabelText('New name of Old');
  await opened.user.clear(field);
  await opened.user.type(field, 'New{Enter}');
  await dialog.findByRole('link', { name: /^New/ });
  await act(opened, 'New', 'Share with everyone');
  await dialog.findByRole('link', { name: /shared/ });
  await act(opened, 'New', 'Make this my home page');
  await dialog.findByRole('link', { name: /your home page/ });
  await act(opened, 'New', 'Make this the home page of all analysts');
  await dialog.findByRole('link', { name: /home of all analysts/ });
  await act(opened, 'New', 'Remove');
  await dialog.findByText(/^No views yet/);
  await opened.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await dialog.findByRole('link', { name: /^New/ });
  expect(await stored()).toMatchObject([
    { id: 'v1', name: 'New', shared: true, home: ['me', 'analyst'] },
  ]);
});

test('/ opens the home page, and the users without one', async () => {
  const first = open('/');
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  first.unmount();
  await put('v1', { name: 'Home', address: '/tokens?period=year', home: ['me'] });
  const { address } = open('/');
  await screen.findByRole('heading', { level: 1, name: 'Tokens' });
  expect(address()).toBe('/tokens?period=year');
});

test('a change by someone else is not overwritten: the list shows the current views', async () => {
  await put('v1', { name: 'Mine' });
  const opened = open('/thematics');
  const dialog = await openDialog(opened);
  await dialog.findByRole('link', { name: /^Mine/ });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Theirs', address: '/exposure' });
  await fetch(`${path}/v1`, { method: 'PUT', headers, body });
  await act(opened, 'Mine', 'Make this my home page');
  await screen.findByText(/^The view could not be changed: The resource changed/);
  await dialog.findByRole('link', { name: /^Theirs/ });
  expect(await stored()).toMatchObject([{ name: 'Theirs', home: [] }]);
});

describe('the views of this browser', () => {
  const inBrowser = [
    { name: 'Big', search: 'total=1000000..' },
    { name: 'Kept', search: 'q=a' },
  ];

  test('are imported once, and the page says how many', async () => {
    await put('v1', { name: 'Kept', address: '/users?q=a' });
    saveBrowserViews(inBrowser);
    const opened = open('/thematics');
    const dialog = await openDialog(opened);
    await dialog.findByText(/^2 views are saved in this browser only/);
    await opened.user.click(dialog.getByRole('button', { name: 'Import' }));
    await screen.findByText('1 view imported. 1 already there.');
    await dialog.findByRole('link', { name: /^Big Users$/ });
    expect(dialog.queryByText(/in this browser only/)).toBeNull();
    expect(useBrowserViews.getState().views).toEqual([]);
    expect((await stored()).map(({ address }) => address).toSorted()).toEqual([
      '/users?q=a',
      '/users?total=1000000..',
    ]);
  });

  test('stay if the person leaves them there, and are not offered again', async () => {
    saveBrowserViews(inBrowser);
    const opened = open('/thematics');
    const dialog = await openDialog(opened);
    await opened.user.click(await dialog.findByRole('button', { name: 'Leave in this browser' }));
    await opened.user.click(dialog.getByRole('button', { name: 'Close' }));
    await useBrowserViews.persist.rehydrate();
    const again = await openDialog(opened);
    await again.findByText(/^No views yet/);
    expect(again.queryByText(/in this browser only/)).toBeNull();
    expect(useBrowserViews.getState().views).toHaveLength(2);
  });

  test('stay if the service does not accept them, with the reason', async () => {
    saveBrowserViews([{ name: 'Big', search: 'q='.padEnd(4000, '日') }]);
    const opened = open('/thematics');
    const dialog = await openDialog(opened);
    await opened.user.click(await dialog.findByRole('button', { name: 'Import' }));
    await screen.findByText(/^0 views imported\. 1 not imported: /);
    expect(useBrowserViews.getState().views).toHaveLength(1);
  });

  test('are those of a service without views', async () => {
    saveBrowserViews(inBrowser);
    server.use(http.get('*/x/views', () => notOffered('This service stores no views.')));
    const opened = open('/users?q=b');
    const dialog = await openDialog(opened);
    await dialog.findByText(/^This service stores no views/);
    await opened.user.type(dialog.getByLabelText('Save this page as a view'), 'New{Enter}');
    expect(await dialog.findByRole('link', { name: 'New' })).toBeTruthy();
    await opened.user.click(dialog.getByRole('button', { name: 'Remove view Big' }));
    expect(dialog.queryByRole('link', { name: 'Big' })).toBeNull();
    await opened.user.click(dialog.getByRole('link', { name: 'Kept' }));
    await waitFor(() => expect(opened.address()).toBe('/users?q=a'));
  });

  test('survive a reload, however many', async () => {
    const views = Array.from({ length: 201 }, (_, i) => ({ name: `view ${i}`, search: '' }));
    saveBrowserViews(views);
    await useBrowserViews.persist.rehydrate();
    expect(useBrowserViews.getState().views).toHaveLength(views.length);
  });

  test('can be read from an exported file, and from no other', () => {
    const views = [{ name: 'Big', search: 'total=1000000..' }];
    expect(readBrowserViews(JSON.stringify(views))).toEqual(views);
    expect(readBrowserViews('{"views":1}')).toBeNull();
    expect(readBrowserViews('[{"name":""}]')).toBeNull();
    expect(readBrowserViews('no')).toBeNull();
  });
});

const fileOf = (value: unknown) => new File([JSON.stringify(value)], 'views.json');

test('a file of views is imported, also one of this browser from before', async () => {
  const opened = open('/thematics');
  const dialog = await openDialog(opened);
  await dialog.findByText(/^No views yet/);
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file');
  await opened.user.upload(input, fileOf([{ name: 'New', address: '/tokens' }]));
  await dialog.findByRole('link', { name: /^New Tokens/ });
  await opened.user.upload(input, fileOf([{ name: 'Old', search: 'q=a' }]));
  await dialog.findByRole('link', { name: /^Old Users/ });
  await opened.user.upload(input, fileOf([{ name: 'Evil', address: '//evil.example' }]));
  await screen.findByText('views.json contains no views');
  expect(await stored()).toHaveLength(2);
});
