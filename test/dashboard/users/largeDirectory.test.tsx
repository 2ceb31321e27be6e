import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { searchEntries, sortEntries } from '#dashboard/users/arrangeDirectory.ts';
import { type DirectoryEntry, entryOfRow, fold } from '#dashboard/users/directoryEntry.ts';
import { sumsOf } from '#dashboard/users/directorySums.ts';
import { open } from '#test/support/render.tsx';

const time = '2026-01-01T00:00:00.000Z';

/** 100,000 users; every tenth held nothing a day ago. */
const hundredThousand: readonly DirectoryEntry[] = Array.from({ length: 100_000 }, (_, index) =>
  entryOfRow({
    customId: `u-${String(index).padStart(6, '0')}`,
    name: index % 3 === 0 ? `Nº ${index} Ünal` : null,
    total: (index * 7919) % 100_003,
    walletCount: index % 5,
    thematics: [],
    dayChange: index % 10 === 0 ? null : (index % 7) - 3,
    dayChangeRatio: index % 10 === 0 ? null : ((index % 7) - 3) / 100,
    createdAt: time,
    updatedAt: time,
  }),
);

test('100,000 users are drawn as few rows, and the table says how many there are', async () => {
  const { queryClient } = open('/settings/preferences');
  await screen.findByRole('heading', { name: 'Settings' });
  const directory = { entries: hundredThousand, tellsDayChange: true };
  queryClient.setQueryData(['users', 'directory'], directory);
  const link = screen.getByRole('link', { name: 'Users' });
  await act(async () => link.click());
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(table.getAttribute('aria-rowcount')).toBe('100001');
  const rows = within(table).getAllByRole('link');
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length).toBeLessThan(100);
});

test('sorting keeps equals in their order, and what is not known at the end', () => {
  const sorted = sortEntries(hundredThousand, { by: 'percent', order: 'descending' });
  expect(sorted.slice(-10_000).every((entry) => entry.dayChangeRatio === null)).toBe(true);
  const best = sorted.filter((entry) => entry.dayChangeRatio === 0.03);
  expect(best).toEqual(best.toSorted((a, b) => (a.customId < b.customId ? -1 : 1)));
  expect(sorted.slice(0, best.length)).toEqual(best);
});

test('a search finds ids and names by any part of them', () => {
  const found = searchEntries(hundredThousand, ' 00042 ');
  expect(found.map((entry) => entry.customId)).toContain('u-000420');
  expect(searchEntries(hundredThousand, 'unal')).toHaveLength(33_334);
  expect(searchEntries(hundredThousand, '')).toHaveLength(100_000);
  // A search does not reach from the end of an id into the name.
  expect(searchEntries(hundredThousand, '0 nº')).toHaveLength(0);
});

test('folding drops case and accents, and keeps what is a letter of its own', () => {
  expect(fold('Família ÅNGSTRÖM')).toBe('familia angstrom');
  expect(fold('日本-ファンド')).toBe(fold('日本-ファンド'));
  expect(fold('ορίζων')).toBe('οριζων');
});

test('the sums are those of the rows', () => {
  const sums = sumsOf(hundredThousand);
  expect(sums.users).toBe(100_000);
  expect(sums.up + sums.level + sums.down).toBe(90_000);
  expect(sums.wallets).toBe(200_000);
  expect(sums.total).toBe(hundredThousand.reduce((sum, entry) => sum + entry.total, 0));
});

test('sums of nobody are zeros and unknowns, never NaN', () => {
  expect(sumsOf([])).toEqual({
    users: 0,
    wallets: 0,
    total: 0,
    dayChange: null,
    dayChangeRatio: null,
    up: 0,
    level: 0,
    down: 0,
  });
});
