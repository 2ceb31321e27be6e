import * as fc from 'fast-check';
import type { IndexedRow } from '#dashboard/users/directory/index/directoryIndex.ts';
import { everybody, type Question } from '#dashboard/users/directory/index/question.ts';

const time = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

/** A user of the directory; what is not said is empty. */
export function row(customId: string, its: Partial<IndexedRow> = {}): IndexedRow {
  return {
    customId,
    name: null,
    total: 0,
    walletCount: 0,
    thematics: [],
    dayChange: null,
    dayChangeRatio: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...its,
  };
}

/** A question to the index; what is not said is how the directory opens. */
export function question(
  criteria: Partial<Question['criteria']> = {},
  sort: Question['sort'] = { by: 'total', order: 'descending' },
): Question {
  return { criteria: { ...everybody, ...criteria }, sort };
}

// Few letters, so that much is found; accents, capitals, marks of JSON and other scripts among them.
const text = fc
  .array(fc.constantFrom('a', 'A', 'á', 'b', 'ß', ':', ' ', '"', '\\', '1', '日', 'ς', 'Σ', '\n'), {
    maxLength: 6,
  })
  .map((letters) => letters.join(''));
const figure = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1e300, -1e300, 5e-324, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const thematic = fc.constantFrom('defi', 'a/b?c#d e%2F', '日本');

/** Any users. */
export const anyRows: fc.Arbitrary<IndexedRow[]> = fc.array(
  fc.record(
    {
      customId: text,
      name: fc.option(text),
      total: figure,
      walletCount: fc.nat(12),
      thematics: fc.option(fc.uniqueArray(thematic)),
      dayChange: fc.option(figure),
      dayChangeRatio: fc.option(fc.double({ min: -1, max: 3, noNaN: true })),
      createdAt: fc.nat(60).map(time),
      updatedAt: fc.nat(60).map(time),
      attributes: fc.dictionary(
        text,
        fc.oneof(text, fc.integer(), fc.array(text), fc.dictionary(text, text)),
      ),
    },
    {
      requiredKeys: [
        'customId',
        'name',
        'total',
        'walletCount',
        'thematics',
        'dayChange',
        'dayChangeRatio',
        'createdAt',
        'updatedAt',
      ],
    },
  ),
  { maxLength: 30 },
);

const range = fc.record({ from: fc.option(figure), to: fc.option(figure) });

/** Any question. */
export const anyQuestion: fc.Arbitrary<Question> = fc.record({
  criteria: fc.record({
    text,
    thematics: fc.uniqueArray(thematic),
    total: fc.option(range, { freq: 2 }),
    moved: fc.option(
      fc.record({
        direction: fc.constantFrom('up', 'down', 'level', 'either'),
        least: fc.option(fc.integer({ min: 1, max: 100 })),
      }),
      { freq: 2 },
    ),
    created: fc.option(
      fc.record({
        from: fc.option(fc.nat(60).map((day) => Date.parse(time(day)))),
        to: fc.option(fc.nat(60).map((day) => Date.parse(time(day)))),
      }),
      { freq: 2 },
    ),
  }),
  sort: fc.record({
    by: fc.constantFrom('user', 'thematics', 'wallets', 'total', 'change', 'percent', 'created'),
    order: fc.constantFrom('ascending', 'descending'),
  }),
});
