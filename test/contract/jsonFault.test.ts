import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault, jsonFaultInWords } from '#contract/jsonFault.ts';

test.each([
  ['', 0],
  ['   ', 3],
  ['x', 0],
  ['{"a": x}', 6],
  ['{"a": 1,}', 8],
  ['{"a": 1 "b": 2}', 8],
  ["{'a': 1}", 1],
  ['{"a" 1}', 5],
  ['{,}', 1],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['[1}', 2],
  ['{} {}', 3],
  ['{"a": tru}', 9],
  ['{"a": nul', 9],
  ['{"a": 01}', 7],
  ['{"a": 1.}', 8],
  ['{"a": -}', 7],
  ['{"a": 1e+}', 9],
  ['{"a": +1}', 6],
  ['{"a": .5}', 6],
  ['{"a": NaN}', 6],
  ['{"a": "b', 8],
  ['{"a": "b\n"}', 8],
  ['{"a": "\\x"}', 8],
  ['{"a": "\\u12g4"}', 11],
  ['{"a": undefined}', 6],
  ['// note\n{}', 0],
  ['\ufeff{}', 0],
  ['[['.repeat(200_000), 400_000],
])('%j goes wrong at %i', (text, position) => {
  expect(() => {
    JSON.parse(text);
  }).toThrow(SyntaxError);
  expect(jsonFault(text)).toBe(position);
});

test('in words it shows one character, and no more of what may be a secret', () => {
  const secret = 'hunter2-hunter2';
  for (const text of [`{"key": "${secret}" x}`, `{"key": ${secret}}`, `{"key": "${secret}\n"}`]) {
    expect(jsonFaultInWords(text)).toMatch(/^unexpected ".{1,6}" at position \d+$/);
  }
  expect(jsonFaultInWords(`{"key": "${secret}`)).toBe('it ends too early');
  expect(jsonFaultInWords('{"a": \ud800}')).toBe(String.raw`unexpected "\ud800" at position 6`);
});

test('where JSON.parse tells a position, it is the same; and a text cut there could still become JSON', () => {
  const spoiled = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.string({ unit: fc.constantFrom(...'{ } [ ] " , : \\ u 0 e - + . \n t x 1 9'.split(' ')) }),
    )
    .map(([json, place, gone, instead]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + instead + json.slice(at + gone);
    });
  fc.assert(
    fc.property(spoiled, (text) => {
      const refused = refusalOf(text);
      fc.pre(refused !== null);
      const position = jsonFault(text);
      const told = /position (\d+)/.exec(refused ?? '')?.[1];
      expect(position).toBe(Number(told ?? position));
      // Up to there nothing was wrong: what is left is JSON, or ends too early.
      const before = text.slice(0, position);
      expect(refusalOf(before) === null || jsonFault(before) === position).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

function refusalOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return String(error);
  }
}
