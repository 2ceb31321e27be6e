import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TakeRows } from '#upstream/reading/read.ts';
import { answerLimits, userListLimits, type AnswerLimits } from '#upstream/source/answerLimits.ts';
import { createJsonCutter, createPieceParser } from '#upstream/source/jsonPieces.ts';

/** Cuts a text that arrives in chunks of this length, and parses the pieces as they come; undefined: it is no JSON. */
function parsedInPieces(
  text: string,
  chunkLength: number,
  pieceLength: number,
  takeRows?: TakeRows,
): unknown {
  const cutter = createJsonCutter(answerLimits, pieceLength);
  const parser = createPieceParser(JSON.parse, takeRows);
  return orUndefined(() => {
    for (let at = 0; at < text.length; at += chunkLength) {
      expect(cutter.add(text.slice(at, at + chunkLength))).toBeNull();
      for (const piece of cutter.take()) parser.add(piece);
    }
    const last = cutter.end();
    for (const piece of last ?? []) parser.add(piece);
    return last === null ? undefined : parser.value();
  });
}

function orUndefined(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const lengths = fc.integer({ min: 1, max: 30 });
const json = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.json({ maxDepth: 5 }).map((text) => JSON.stringify(JSON.parse(text), null, 2)),
);
const signs = fc.constantFrom(
  ...'[ ] { } , : " \\ 0 a t n'.split(' '),
  ' ',
  '[[',
  '{}',
  '"a":',
  '"__proto__":{"a":1},',
);

// JSON.parse of Node 24.21 may read a key with an escape as an earlier key: `{"\t":1}` as `{"\\":1}` (Node 20.20 does not).
const hasEscapedKey = (text: string): boolean => /"[^"\\]*\\.(?:[^"\\]|\\.)*"\s*:/s.test(text);

test('JSON in pieces is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(json, lengths, lengths, (text, chunk, piece) => {
      fc.pre(!hasEscapedKey(text));
      expect(parsedInPieces(text, chunk, piece)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('what JSON.parse refuses is refused in pieces too', () => {
  fc.assert(
    fc.property(json, signs, fc.nat(), fc.nat(3), lengths, (whole, sign, place, cut, piece) => {
      const at = place % (whole.length + 1);
      const text = whole.slice(0, at) + sign + whole.slice(at + cut);
      fc.pre(!hasEscapedKey(text));
      const expected = orUndefined(() => JSON.parse(text));
      expect(parsedInPieces(text, 7, piece)).toEqual(expected);
    }),
    { numRuns: 5000 },
  );
});

test('an escape in a field name ends neither the name nor its piece', () => {
  const text = String.raw`{"a \"quoted\" name":[1,2],"ends with \\":[3,4],"a \u0041 \t":[5,{"a, \"b\":":6}]}`;
  expect(parsedInPieces(text, 3, 1)).toEqual({
    'a "quoted" name': [1, 2],
    'ends with \\': [3, 4],
    'a A \t': [5, { 'a, "b":': 6 }],
  });
});

test.each([
  '[[1,2],3 4]',
  '[[1,2][3],4]',
  '[1,2]3',
  '1,2',
  '[1,2}',
  '[1,,2]',
  '{"a":[1,2],}',
  '1[2,3]',
])('%s is no JSON', (text) => {
  expect(parsedInPieces(text, 3, 1)).toBeUndefined();
});

test('a field __proto__ is a field, and the last of two fields counts', () => {
  const text = '{"__proto__":{"a":[1,2]},"b":[1,2],"b":3}';
  const parsed = parsedInPieces(text, 5, 1);
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"a":[1,2]},"b":3}');
});

test('rows of the outermost list are read as they arrive, and whatever is around them stays', () => {
  // The first comma of the list ends a piece.
  const rows = fc
    .array(fc.json({ maxDepth: 3 }), { minLength: 2 })
    .map((texts): unknown[] => texts.map((text) => JSON.parse(text)));
  const answers = fc.oneof(
    rows.map((list) => ({ path: [], list, answer: list as unknown })),
    rows.map((list) => ({ path: ['a', 'b'], list, answer: { c: 1, a: { b: list }, d: [list] } })),
  );
  fc.assert(
    fc.property(answers, lengths, ({ path, list, answer }, chunk) => {
      const taken: unknown[] = [];
      const takeRows: TakeRows = (at) => {
        if (at.join() !== path.join()) return null;
        return (row, index) => {
          taken[index] = row;
          return index;
        };
      };
      const parsed = parsedInPieces(JSON.stringify(answer), chunk, 1, takeRows);
      expect(taken).toEqual(list);
      const indexes = list.map((_, index) => index);
      expect(parsed).toEqual(path.length === 0 ? indexes : { c: 1, a: { b: indexes }, d: [list] });
    }),
  );
});

/** What is over its limit after so many repetitions of a text. */
function overAfter(limits: AnswerLimits, begin: string, again: string, count: number) {
  const cutter = createJsonCutter(limits);
  let over = cutter.add(begin);
  for (let at = 0; at < count && over === null; at += 1) over = cutter.add(again);
  return over;
}

test.each([
  ['too many values', '[', '{},'.repeat(10_000), 'has more than 1,000,000 values'],
  ['too deep', '', '['.repeat(10_000), 'is nested deeper than 64 levels'],
  ['too many fields', '{', '"a":0,'.repeat(1000), 'has an object with more than 10,000 fields'],
  ['a text that is too long', '["', 'a'.repeat(10_000), 'has a value longer than 2 MiB'],
  ['white space without end', '[', ' '.repeat(10_000), 'has a value longer than 2 MiB'],
])('%s is refused while it arrives', (_, begin, again, why) => {
  expect(overAfter(answerLimits, begin, again, 1000)).toBe(why);
});

test('100,000 users with their wallets are within the limits', () => {
  const token = { _id: 'BTC', symbol: 'BTC', name: 'Bitcoin', price: 64_123.5 };
  const time = '2026-01-01T00:00:00Z';
  const tokens = [1, 2, 3].map((amount) => ({ token, amount, total: amount * token.price }));
  const wallet = { _id: 'w-1', thematics: 't-01', total: 123_456.78, updatedAt: time, tokens };
  const attributes = { name: 'Ada Lovelace', country: 'GB', tier: 'gold', advisor: 'Charles' };
  const user = {
    _id: 'u-000001',
    customId: 'user-000001',
    ...attributes,
    createdAt: time,
    updatedAt: time,
    total: 246_913.56,
    walletCount: 2,
    wallets: [wallet, wallet],
  };
  const text = `${JSON.stringify(user)},`;
  expect(overAfter(userListLimits, '[', text.repeat(100), 1000)).toBeNull();
  expect(text.length * 100_000).toBeLessThan(userListLimits.bytes);
});
