import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, makeUser, readThematics, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { chart, frame, recordsOf, serve } from './someRecords.ts';

beforeEach(() => giveSize(frame));

const marks = () =>
  [...document.querySelectorAll('svg text')]
    .map((text) => text.textContent)
    .filter((text) => /^(high|low) /.test(text));
const statements = () =>
  [...document.querySelectorAll('svg title')]
    .map((title) => title.textContent)
    .filter((title) => title.includes(': holdings recorded'));
const eventLines = () =>
  document.querySelectorAll('.recharts-reference-line-line[stroke-dasharray="2 3"]').length;

test('marks the highest and lowest records until this is switched off, and keeps it in the address', async () => {
  const [thematic] = await readThematics();
  serve('thematics', () => recordsOf([100, 130, 90, 110]));
  const { user, address, router } = open(`/thematics/${thematic?._id}`);
  await chart();
  await waitFor(() => expect(marks()).toEqual(['high 130.00', 'low 90.00']));
  await user.click(screen.getByRole('button', { name: 'High/low', pressed: true }));
  await waitFor(() => expect(marks()).toEqual([]));
  expect(address()).toBe(`/thematics/${thematic?._id}?marks=0`);
  await router.navigate(-1);
  await waitFor(() => expect(marks()).toHaveLength(2));
});

test('marks=0 in the address hides the marks', async () => {
  const [thematic] = await readThematics();
  serve('thematics', () => recordsOf([100, 130, 90, 110]));
  open(`/thematics/${thematic?._id}?marks=0`);
  await chart();
  expect(screen.getByRole('button', { name: 'High/low', pressed: false })).toBeTruthy();
  expect(marks()).toEqual([]);
});

test('marks statements of holdings on the value, but not on the return', async () => {
  const { thematic, tokens } = await someThematic();
  const [, second = ''] = recordsOf([0, 0, 0]).map(({ date }) => date);
  await makeUser('marked', {}, [
    { thematics: thematic._id, tokens: { [tokens[0]]: 3 }, at: '2021-02-03T00:00:00.000Z' },
    { thematics: thematic._id, tokens: { [tokens[0]]: 4 }, at: second },
  ]);
  serve('users', () => recordsOf([1000, 1500, 1400]));
  const { user } = open('/users/marked');
  await chart();
  // The one before the window is not visible.
  await waitFor(() =>
    expect(statements()).toEqual([
      expect.stringMatching(/^18 May.*04:00: holdings recorded, 1 position$/),
    ]),
  );
  expect(eventLines()).toBe(1);
  await user.click(screen.getByRole('radio', { name: 'Drawdown' }));
  await waitFor(() => expect(statements()).toEqual([]));
});

test('many statements become ticks on the axis, each with its text', async () => {
  const { thematic, tokens } = await someThematic();
  const records = recordsOf(Array.from({ length: 20 }, (_, i) => 1000 + i));
  const stated = records.slice(1, 15);
  await makeUser(
    'often',
    {},
    stated.map(({ date: at }, i) => ({
      thematics: thematic._id,
      tokens: i === 4 ? {} : { [tokens[0]]: i + 1 },
      at,
    })),
  );
  serve('users', () => records);
  open('/users/often');
  await chart();
  await waitFor(() => expect(statements()).toHaveLength(13));
  expect(
    [...document.querySelectorAll('svg title')].map((title) => title.textContent),
  ).toContainEqual(expect.stringMatching(/: wallet closed$/));
  expect(eventLines()).toBe(0);
});
