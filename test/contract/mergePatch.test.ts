import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePatch, sameJson } from '#contract/mergePatch.ts';

// RFC 7396, appendix A: original, patch, result.
test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
])('the RFC’s own: %s with %s is %s', (original, patch, result) => {
  const merged = mergePatch(JSON.parse(original), JSON.parse(patch));
  expect(JSON.stringify(merged)).toBe(result);
});

/** The algorithm of section 2 of the RFC, word by word, on lists of pairs. */
function asWritten(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  let pairs = isRecord(target) ? Object.entries(target) : [];
  for (const [name, value] of Object.entries(patch)) {
    const place = pairs.findIndex(([other]) => other === name);
    if (value === null) pairs = pairs.filter(([other]) => other !== name);
    else if (place === -1) pairs.push([name, asWritten(undefined, value)]);
    else pairs[place] = [name, asWritten(pairs[place]?.[1], value)];
  }
  return Object.fromEntries(pairs);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', '1', '');
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 'x', ''),
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 4 }).map((all) => Object.fromEntries(all)),
  ),
}));

test('any patch of anything is what the RFC’s algorithm gives, and leaves both as they were', () => {
  fc.assert(
    fc.property(tree, tree, (target, patch) => {
      const before = JSON.stringify([target, patch]);
      const merged = mergePatch(target, patch);
      expect(JSON.stringify(merged)).toBe(JSON.stringify(asWritten(target, patch)));
      expect(JSON.stringify([target, patch])).toBe(before);
      expect(Object.prototype).not.toHaveProperty('x');
    }),
    { numRuns: 1000 },
  );
});

test('two values are the same whatever the order of their keys, and only then', () => {
  expect(sameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ constructor: 1 }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [0, '0'],
    [0, false],
    ['', null],
  ];
  for (const [a, b] of different) {
    expect({ a, b, same: sameJson(a, b) || sameJson(b, a) }).toEqual({ a, b, same: false });
  }
  fc.assert(
    fc.property(tree, (value) => sameJson(value, JSON.parse(JSON.stringify(value) ?? 'null'))),
  );
});
