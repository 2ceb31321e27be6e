import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createItemCutter } from '#dashboard/users/directory/index/itemCutter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** All items of a text that arrives in pieces of these sizes. */
function itemsOf(text: string, sizes: readonly number[]) {
  const cutter = createItemCutter();
  const all = bytes(text);
  const items: unknown[] = [];
  for (let at = 0, turn = 0; at < all.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    const cut = cutter.cut(all.slice(at, at + size));
    if (cut !== '') items.push(...JSON.parse(cut));
    at += size;
  }
  return { items, isWhole: cutter.isWhole, rest: cutter.rest() };
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('the items of any array are read whatever the pieces it comes in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      sizes,
      fc.constantFrom(undefined, 2),
      (value, cut, indent) => {
        const { items, isWhole } = itemsOf(` \n${JSON.stringify(value, null, indent)}\n`, cut);
        expect(items).toEqual(JSON.parse(JSON.stringify(value)));
        expect(isWhole).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('an array that ends too early, or is followed by more, is not whole', () => {
  for (const text of ['[', '[1', '[1,', '[{"a":"]"', '[1] 2', '[1],']) {
    expect({ text, ...itemsOf(text, [3]) }).toMatchObject({ isWhole: false });
  }
  expect(itemsOf('[]', [1])).toEqual({ items: [], isWhole: true, rest: '' });
});

test('what is no array is left as it is', () => {
  for (const text of ['{"users":[1,2]}', '<!doctype html><p>[1,2]', '', '  ', '"a,b"']) {
    const { items, isWhole, rest } = itemsOf(text, [4]);
    expect({ items, isWhole, rest: rest.trim() }).toEqual({
      items: [],
      isWhole: false,
      rest: text.trim(),
    });
  }
});
