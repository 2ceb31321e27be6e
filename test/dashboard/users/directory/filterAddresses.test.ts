import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { directoryRanges } from '#contract/directoryParameters.ts';
import type { Filters } from '#dashboard/members/filterValues.ts';
import {
  noFilters,
  queryOfFilters,
  readFilters,
  writeFilters,
} from '#dashboard/members/filters.ts';
import { day } from '#contract/historyType.ts';
import { testNow } from '#test/support/service.ts';

const someFilters: Filters = {
  ids: ['a'],
  selection: 'sel_a',
  thematics: ['t'],
  tokens: ['t'],
  largest: { from: 50, to: null },
  total: { from: null, to: 1 },
  change: { from: 1, to: null },
  moved: { direction: 'up', minimum: null },
  created: { past: 'week' },
  attributes: [{ name: 'a', values: ['b'] }],
  notThematics: ['t'],
  notTokens: ['t'],
  notAttributes: [{ name: 'a', values: ['b'] }],
  lackedAttributes: ['a'],
};

test('the page offers every filter of the service', () => {
  expect(Object.keys(queryOfFilters(noFilters, testNow))).toEqual([]);
  expect(Object.keys(queryOfFilters(someFilters, testNow)).toSorted()).toEqual(
    [
      ...directoryRanges.map(({ name }) => name),
      'attribute.*',
      'ids',
      'selection',
      'thematic',
      'token',
      'notAttribute.*',
      'notThematic',
      'notToken',
      'lacksAttribute',
    ].toSorted(),
  );
});

const limit = fc.option(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const date = fc.option(
  fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * day).toISOString().slice(0, 10)),
);

const someTexts = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }));
const someAttributes = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, unit: 'grapheme' }),
    values: fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
  }),
  { selector: ({ name }) => name },
);

test('any filters survive the address', () => {
  fc.assert(
    fc.property(
      fc.record({
        ids: someTexts,
        selection: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
        thematics: someTexts,
        attributes: someAttributes,
        tokens: someTexts,
        notThematics: someTexts,
        notTokens: someTexts,
        notAttributes: someAttributes,
        lackedAttributes: someTexts,
        largest: fc.option(fc.record({ from: limit, to: limit })),
        total: fc.option(fc.record({ from: limit, to: limit })),
        change: fc.option(fc.record({ from: limit, to: limit })),
        moved: fc.option(
          fc.record({
            direction: fc.constantFrom('up', 'down', 'either'),
            minimum: fc.option(fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
          }),
        ),
        created: fc.option(
          fc.oneof(
            fc.record({ past: fc.constantFrom('day', 'week', 'month', 'year') }),
            fc.record({ past: fc.constant(null), from: date, to: date }),
          ),
        ),
      }),
      (any) => {
        const filters: Filters = {
          ...any,
          largest: any.largest?.from === null && any.largest.to === null ? null : any.largest,
          total: any.total?.from === null && any.total.to === null ? null : any.total,
          change: any.change?.from === null && any.change.to === null ? null : any.change,
          created:
            any.created?.past === null && any.created.from === null && any.created.to === null
              ? null
              : any.created,
        };
        const address = new URLSearchParams(
          writeFilters(filters).map(([name, text]) => [name, text]),
        );
        expect(readFilters(new URLSearchParams(address.toString()))).toEqual(filters);
      },
    ),
  );
});

test.each([
  'total=x..y',
  'total=5',
  'moved=sideways',
  'moved=',
  'created=yesterday',
  'created=2026-13-01..',
  'thematic=',
])('invalid filters in the address have no effect: ?%s', (search) => {
  expect(writeFilters(readFilters(new URLSearchParams(search)))).toEqual([]);
});
