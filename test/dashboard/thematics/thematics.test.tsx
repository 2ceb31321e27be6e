import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { thematicList } from '#contract/thematic.ts';
import { formatSignedPercent, formatTotal } from '#dashboard/shared/format/number.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const table = () => screen.findByRole('table', { name: 'Thematics' });

async function thematics() {
  const service = await testService();
  return thematicList.parse(await (await service.call('GET', paths.thematics())).json());
}

/** The addresses of the rows, from top to bottom. */
async function rows(): Promise<string[]> {
  return within(await table())
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? '').slice('/thematics/'.length));
}

test('lists level, changes of all periods and tokens of every thematic, who leads the month first', async () => {
  const expected = (await thematics()).toSorted(
    (a, b) => (b.change.month ?? -Infinity) - (a.change.month ?? -Infinity),
  );
  open('/thematics');
  expect(await rows()).toEqual(expected.map(({ _id }) => _id));
  const [leader] = expected;
  if (leader === undefined) throw new Error('The service has no thematics.');
  const cells = within(await table())
    .getAllByRole('row')[1]
    ?.querySelectorAll('td');
  expect([...(cells ?? [])].slice(1).map((cell) => cell.textContent)).toEqual([
    formatTotal(leader.total),
    ...[leader.change.day, leader.change.week, leader.change.month].map(formatSignedPercent),
    ...[leader.change.year, leader.change.all].map(formatSignedPercent),
    String(leader.tokens.length),
  ]);
});

test('a head sorts, the address keeps it, and what is not known stays last', async () => {
  const [first, ...others] = await thematics();
  server.use(
    http.get('*/p/thematics', () =>
      HttpResponse.json([{ ...first, change: { ...first?.change, day: null } }, ...others]),
    ),
  );
  const { user, address } = open('/thematics');
  await user.click(within(await table()).getByRole('button', { name: /^Day/ }));
  expect(address()).toBe('/thematics?sort=-day');
  expect((await rows()).at(-1)).toBe(first?._id);
  await user.click(within(await table()).getByRole('button', { name: /^Day/ }));
  expect(address()).toBe('/thematics?sort=day');
  expect((await rows()).at(-1)).toBe(first?._id);
});

test('a row leads to the thematic', async () => {
  const { user, address } = open('/thematics?sort=name');
  const [first] = await rows();
  await user.click(within(await table()).getAllByRole('link')[0] ?? document.body);
  await waitFor(() => expect(address()).toBe(`/thematics/${first}`));
});

test('no thematics, and a failure with Retry', async () => {
  server.use(http.get('*/p/thematics', () => HttpResponse.json([]), { once: true }));
  server.use(http.get('*/p/thematics', () => new Response('', { status: 502 }), { once: true }));
  const { user } = open('/thematics');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No thematics yet')).toBeTruthy();
});
