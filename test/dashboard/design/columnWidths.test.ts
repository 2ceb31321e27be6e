import { describe, expect, test } from 'vitest';
import {
  type Column,
  figureWidth,
  type FromWidth,
  givingWay,
  instantWidth,
  wholeWidth,
} from '#dashboard/design/columns.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import type { Instant } from '#dashboard/preferences/instants.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { constituentColumns } from '#dashboard/thematics/detail/constituentColumns.tsx';
import { thematicColumns } from '#dashboard/thematics/list/thematicColumns.tsx';
import { priceListColumns } from '#dashboard/tokens/tokenColumns.tsx';
import { directoryColumns } from '#dashboard/users/directory/directoryColumns.tsx';

const format = createFormat(defaultPreferences);
const unused = () => {};
function directory(isFlowKnown: boolean) {
  const thematics = { all: [], nameOf: (id: string) => id, categories: new Map() };
  return directoryColumns(format, {
    period: 'month',
    dailyAsOf: null,
    starts: null,
    thematics,
    isFlowKnown,
    isHoldingsFiltered: false,
    attributes: [],
    unsupported: [],
  });
}
const lists: Readonly<Record<string, readonly Column<never>[]>> = {
  thematicColumns: thematicColumns(format, {
    asOf: null,
    spark: 'month',
    onSpark: unused,
    chosen: { ids: [], has: () => false, toggle: unused, clear: unused, isAtLimit: false },
  }),
  tokenColumns: priceListColumns(format, true),
  directoryColumns: directory(true),
};

/** Below the first, rows are grids. */
const widths: readonly (768 | FromWidth)[] = [768, 800, 960, 1100, 1200, 1280];
/** A name of a few letters and its padding, in px. */
const leastName = 96;

describe.each(Object.entries(lists))('%s', (_, columns) => {
  test.each(widths)('leaves space for the name in a list of %i px', (width) => {
    const shown = columns.filter(
      ({ isOptional, from = 0 }) => isOptional !== true && from <= width,
    );
    const taken = shown.reduce((sum, column) => sum + (column.width ?? 0), 0);
    expect(width - taken).toBeGreaterThanOrEqual(leastName);
  });
});

test.each([
  ['month', ['day'], ['spark']],
  ['day', ['spark'], []],
] as const)(
  'at 1280 px, constituents over a %s have %o and room for the name of a token',
  (period, shown, hidden) => {
    const columns = constituentColumns(format, [], {
      shown: { chosen: period, period, part: null, zoom: null, isEnded: false },
      asOf: null,
      began: null,
      hasContribution: true,
      hasPrices: true,
    });
    // Beside the side of the page.
    const width = 1280 - 448;
    const ids = columns.filter(({ from = 0 }) => from <= width).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...shown, 'weight', 'price', 'contribution']));
    for (const id of hidden) expect(ids).not.toContain(id);
    const taken = columns.reduce(
      (sum, { id, width: own = 0 }) => sum + (ids.includes(id) ? own : 0),
      0,
    );
    expect(width - taken).toBeGreaterThanOrEqual(2 * leastName);
  },
);

const below = (isFlowKnown: boolean) =>
  directory(isFlowKnown).flatMap(({ id, narrow }) => (narrow === 'right' ? id : []));

test('on a phone, a user’s total has the return below it, or the change in value if the return is unknown', () => {
  expect(below(true)).toEqual(['percent']);
  expect(below(false)).toEqual(['change']);
});

/** In px at 13 px, measured in a browser: a text with its triangle, and the padding of a cell. */
const [changeWidth, priceWidth, padding] = [94.2, 82.9, 24];

test('a column has space for a price, and for the triangle and the percent sign of a change', () => {
  const token = { _id: 'a', symbol: 'A', name: 'A', price: 54_237.9715, priceAt: null };
  const change = { day: 0, week: 0, month: 0, year: 0, all: 47.3203 };
  const needed = (id: string) => {
    const figure = priceListColumns(format, true).find((column) => column.id === id)?.figure;
    return figure === undefined ? 0 : figureWidth(figure, [{ ...token, change }]);
  };
  expect(format.market.percentChange(change.all)).toBe('+4,732.03\u2009%');
  expect(needed('all')).toBeGreaterThanOrEqual(changeWidth + padding);
  expect(needed('price')).toBeGreaterThanOrEqual(priceWidth + padding);
  // Not much more, or the name beside it would be cut.
  expect(needed('all')).toBeLessThan(changeWidth + padding + 6);
});

test('a column of instants has space for the longest in any of its formats', () => {
  const lateInMonth = Array.from({ length: 12 }, (_, month) => Date.UTC(2025, month, 28, 23, 55));
  for (const locale of ['en-GB', 'en-US', 'de-DE', 'ja-JP', 'ar']) {
    const { clock, dateTime } = createFormat({ ...defaultPreferences, locale });
    const halfDay = (at: Instant) => `${dateTime(at)} pm`;
    for (const text of [clock, dateTime, halfDay]) {
      const needed = lateInMonth.map((at) => figureWidth({ of: () => at, text }, [at]));
      expect(instantWidth(text)).toBeGreaterThanOrEqual(Math.max(...needed));
      expect(instantWidth(clock, text)).toBe(instantWidth(text));
    }
  }
});

test('columns are hidden by importance, pictures last, added ones never', () => {
  const columns = [
    { id: 'user' },
    { id: 'thematics', from: 1200 },
    { id: 'wallets', from: 1100 },
    { id: 'total' },
    { id: 'spark', kind: 'picture' },
    { id: 'created', from: 1100 },
    { id: 'country', isOptional: true, from: 1200 },
  ] as const;
  const gone = (room: number) => givingWay(columns, () => 100, room);
  expect(gone(700)).toEqual([]);
  expect(gone(699)).toEqual(['thematics']);
  expect(gone(500)).toEqual(['thematics', 'created']);
  expect(gone(0)).toEqual(['thematics', 'created', 'wallets', 'spark']);
});

test('the width of a text column grows with its longest text, within limits', () => {
  const column = { id: 'user', header: 'User', cell: () => null, whole: (text: string) => text };
  const least = wholeWidth(column, []);
  expect(wholeWidth(column, ['a'])).toBe(least);
  expect(wholeWidth(column, ['a', 'eastmere-treasury-117'])).toBeGreaterThan(least);
  expect(wholeWidth(column, ['m'.repeat(200)])).toBe(400);
});
