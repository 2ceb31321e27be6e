import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { listOfTexts, parseTexts } from '#directory/selectedIds.ts';
import { inOneGo } from '#directory/slices.ts';

const stepsOf = (work: Generator<void, unknown>) => {
  let steps = 0;
  while (work.next().done !== true) steps += 1;
  return steps;
};

test('any texts are written as JSON.stringify writes them, and read as JSON.parse reads them', () => {
  assert(
    property(
      array(string({ unit: 'binary' }), { minLength: 1 }),
      constantFrom('', ' ', '\n\t '),
      (texts, space) => {
        expect(inOneGo(listOfTexts(texts))).toBe(JSON.stringify(texts));
        const json = JSON.stringify(texts, null, space);
        const list = inOneGo(parseTexts(json));
        expect(list?.end).toBe(json.length);
        expect([...(list?.texts ?? [])]).toEqual([...new Set(texts)]);
      },
    ),
  );
});

test.each(
  [
    '[]',
    '[1]',
    '["a",]',
    '["a" "b"]',
    '["a',
    '["a\\"]',
    '["a"',
    '{"a":["b"]}',
    '"a"',
    '',
    `["${'x'.repeat(70_000)}"]`,
    `["${'\\"'.repeat(70_000)}"]`,
  ].map((json) => [json.slice(0, 20), json] as const),
)('%s is no list of texts', (_, json) => {
  expect(inOneGo(parseTexts(json))).toBeNull();
});

test('500,000 ids are read and written in many pieces, so that other requests are answered between them', () => {
  const ids = Array.from({ length: 499_999 }, (_, index) => `user ${index}`);
  expect(stepsOf(parseTexts(JSON.stringify(ids)))).toBeGreaterThan(90);
  expect(stepsOf(listOfTexts(ids))).toBeGreaterThan(90);
  expect(() => inOneGo(parseTexts(JSON.stringify([...ids, 'one', 'more'])))).toThrow(
    'has more than 500,000 values, the limit',
  );
});
