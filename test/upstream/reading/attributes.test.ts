import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, mergePatch, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import {
  attributesToSend,
  differenceInWords,
  parsedExactly,
} from '#upstream/reading/attributes.ts';

test('all attributes are sent, removed ones as null', () => {
  const before = { name: 'Ann', desk: { city: 'Bern', floor: 3 }, tags: ['a'], old: null };
  const patch = { name: null, desk: { floor: null, room: 7 }, tags: ['b'], added: {} };
  expect(attributesToSend(before, patch)).toEqual({
    name: null,
    desk: { city: 'Bern', floor: null, room: 7 },
    tags: ['b'],
    old: null,
    added: {},
  });
  expect(attributesToSend(before, {})).toEqual(before);
});

/** Without what is null, in objects at any depth: the one thing that services keep differently. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([name, one]) => [name, withoutNulls(one)]),
  );
}

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, 0, 1, 'x', true),
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.array(fc.tuple(name, tie('tree')), { maxLength: 3 }).map((all) => Object.fromEntries(all)),
  ),
}));
const attributes = fc
  .array(fc.tuple(name, tree), { maxLength: 4 })
  .map((all): JsonObject => Object.fromEntries(all));

test('services that merge, those that replace and those that merge the top only come to the same', () => {
  fc.assert(
    fc.property(attributes, attributes, (before, patch) => {
      const wanted = withoutNulls(mergePatch(before, patch));
      const sent = attributesToSend(before, patch);
      const shallow = Object.fromEntries([...Object.entries(before), ...Object.entries(sent)]);
      for (const result of [mergePatch(before, sent), sent, shallow]) {
        expect(sameJson(withoutNulls(result), wanted)).toBe(true);
      }
      expect(differenceInWords(sent, sent)).toBeNull();
      expect(differenceInWords(sent, mergePatch({}, sent))).toBeNull();
    }),
  );
});

test('what reads otherwise than it was sent is named', () => {
  const sent = {
    name: 'Ann',
    age: 5,
    desk: { city: 'Bern', floor: null },
    tags: ['a'],
    gone: null,
  };
  expect(differenceInWords(sent, { ...sent, more: 1, desk: { city: 'Bern', room: 1 } })).toBeNull();
  const { gone: _, ...others } = sent;
  expect(differenceInWords(sent, others)).toBeNull();
  expect(differenceInWords(sent, { ...sent, age: '5' })).toBe(
    'The service did not store everything as sent: /age differs.',
  );
  expect(
    differenceInWords(sent, {
      name: 'Bob',
      gone: 'still here',
      desk: { floor: 3 },
      tags: ['a', 'b'],
    }),
  ).toBe(
    'The service did not store everything as sent: /name, /age, /desk/city, /desk/floor, /tags and 1 more differ.',
  );
  expect(differenceInWords({ desk: {} }, {})).toContain('/desk differs');
  expect(differenceInWords({ desk: { floor: null } }, {})).toBeNull();
  expect(differenceInWords({ desk: { floor: 1 } }, { desk: 'none' })).toContain('/desk differs');
});

test.each([
  '0',
  '-0.0',
  '1.50',
  '15E-1',
  '1e5',
  '100000',
  '0.1',
  '5e-324',
  '9007199254740993e0',
  '123.456000',
])('the number %s is read to its last digit, or is none', (number) => {
  const isExact = number !== '9007199254740993e0';
  expect(parsedExactly(`{"a":[${number}],"b":"${number}"}`)).toEqual({
    a: [isExact ? Number(number) : Number.NaN],
    b: number,
  });
});
