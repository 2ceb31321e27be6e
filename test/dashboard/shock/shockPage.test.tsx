import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getBookShock } from '#contract/operations/shock.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 1200, height: 316 }));

const at = '2024-01-01T00:00:00.000Z';

/** Ada holds three of a token, Ben one of another, and Eve nothing. */
async function fill() {
  const { thematic, tokens } = await someThematic();
  const [token, other] = tokens;
  const holding = (id: string, amount: number) => [
    { thematics: thematic._id, tokens: { [id]: amount }, at },
  ];
  await makeUser('a/b?c', { name: 'Ada', country: 'CH' }, holding(token, 3));
  await makeUser('日本', { country: 'JP' }, holding(other, 1));
  await makeUser('eve');
  return { thematic, token, other };
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Users by loss' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
const figure = (label: string) =>
  screen.getByText(label, { selector: 'dt *, dt' }).closest('div')?.querySelector('dd')
    ?.textContent;

test('a token falls by a percentage: the worst first, all in the address', async () => {
  const { token } = await fill();
  const { user, address } = open('/shock?sort=-share');
  expect(await screen.findByText('No shock yet')).toBeTruthy();
  const add = screen.getByRole('combobox', { name: 'Add a token or thematic' });
  await waitFor(() => expect(add.matches(':enabled')).toBe(true));
  await user.click(add);
  await user.paste(token);
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${token}\\b`) }));
  expect(address()).toBe(`/shock?sort=-share&shockToken=${token}%3A0.3`);
  expect((await rows())[0]).toMatch(/^a\/b\?c Ada.*−30\.00/);
  expect(await rows()).toHaveLength(3);
  const fall = screen.getByRole('textbox', { name: `Fall of ${token}, percent` });
  await user.clear(fall);
  await user.paste('50');
  await user.keyboard('{Enter}');
  expect(address()).toBe(`/shock?sort=-share&shockToken=${token}%3A0.5`);
  await waitFor(async () => expect((await rows())[0]).toMatch(/−50\.00/));
  const table = within(screen.getByRole('table', { name: 'Users by loss' }));
  await user.click(table.getByRole('button', { name: /^Change in value/ }));
  expect(address()).toBe(`/shock?shockToken=${token}%3A0.5`);
  await user.click(screen.getByRole('button', { name: `Remove ${token}` }));
  expect(address()).toBe('/shock');
});

test('a fall that is no percentage is not computed, and a rise is below zero', async () => {
  const { token } = await fill();
  const { user, address } = open(`/shock?shockToken=${token}:0.3`);
  await rows();
  const fall = () => screen.getByRole('textbox', { name: `Fall of ${token}, percent` });
  for (const wrong of ['101', 'much', '-1001']) {
    await user.clear(fall());
    await user.type(fall(), `${wrong}{Enter}`);
    expect(screen.getByText(/^Enter a percentage up to 100/)).toBeTruthy();
    expect(address()).toBe(`/shock?shockToken=${token}:0.3`);
  }
  await user.clear(fall());
  await user.type(fall(), '-50{Enter}');
  expect(address()).toBe(`/shock?shockToken=${token}%3A-0.5`);
  await waitFor(async () => expect((await rows()).at(-1)).not.toBe(''));
  await waitFor(() => expect(figure('Change in value')).toMatch(/^\+/));
});

test('a thematic, a filter and a replay are in the address too', async () => {
  const { thematic, other } = await fill();
  const id = encodeURIComponent(thematic._id);
  const { user, address } = open(
    `/shock?shockThematic=${id}:0.2&attribute.country=JP&replay=2025-01-01..2025-06-30`,
  );
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect((await rows())[0]).toContain('日本');
  expect(screen.getByText(/^Prices move as from 1 Jan 2025, 00:00/)).toBeTruthy();
  await user.click(screen.getByText(/^Prices of 1 token/));
  const tokens = within(screen.getByRole('table', { name: 'Tokens that move' }));
  expect(tokens.getByRole('link').getAttribute('href')).toBe(`/tokens/${other}`);
  await user.click(screen.getByRole('radio', { name: 'Prices fall' }));
  await waitFor(() => expect(figure('Share of the total')).toMatch(/^−20\.00/));
  expect(address()).toBe(`/shock?shockThematic=${id}%3A0.2&attribute.country=JP`);
  await user.click(screen.getByRole('button', { name: 'Remove filter: country JP' }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
});

test('tokens without a price then are named', async () => {
  await fill();
  open('/shock?replay=1999-01-01..1999-02-01');
  expect(await screen.findByText(/^Unchanged, because they have no price then/)).toBeTruthy();
  expect(figure('Change in value')).toBe('0.00');
});

test('says what is wrong with the address', async () => {
  await fill();
  open('/shock?shockToken=much&shockToken=nope:0.3');
  expect(await screen.findByText(/in the address is no fall/)).toBeTruthy();
  expect(await screen.findByText(/There is no token with the id "nope"/)).toBeTruthy();
});

test('without matching users the page says so', async () => {
  const { token } = await fill();
  open(`/shock?shockToken=${token}:0.3&q=nobody`);
  expect(await screen.findByText('No user matches')).toBeTruthy();
});

test('a replay that the service cannot answer has its reason', async () => {
  await fill();
  const detail = 'The interface of the connected service does not report prices of the past.';
  const problem = { type: '/p/docs#problem-not-offered', title: 'Not supported', status: 501 };
  server.use(
    http.get(`*${getBookShock.path}`, () =>
      HttpResponse.json(
        { ...problem, detail, code: 'not-offered', instance: getBookShock.path },
        { status: 501, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
  );
  open('/shock?replay=last-month');
  expect(await screen.findByText(detail)).toBeTruthy();
});

test('privacy hides amounts in the table and in the file', async () => {
  const { token } = await fill();
  setPreference('privacy', 'percentages');
  open(`/shock?shockToken=${token}:0.3`);
  expect((await rows())[0]).toMatch(/^a\/b\?c Ada•••••••.*•••••••.*−30\.00/);
  const { search } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'CSV' }).href);
  expect(new URLSearchParams(search).get('figures')).toBe('totals');
});

test('the list of users leads here with their filters', async () => {
  await fill();
  open('/users?attribute.country=CH&change=1..&period=week');
  const link = await screen.findByRole('link', { name: 'Shock' });
  expect(link.getAttribute('href')).toBe('/shock?attribute.country=CH&change=1..&over=week');
});

test('the exposure leads here with its filters', async () => {
  await fill();
  open('/exposure?q=country:CH&change=1..&over=week');
  const link = await screen.findByRole('link', { name: 'Shock' });
  expect(link.getAttribute('href')).toBe('/shock?q=country%3ACH&change=1..&over=week');
});
