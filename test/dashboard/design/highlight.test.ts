import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#contract/search.ts';
import { markMatches } from '#dashboard/design/Highlight.tsx';

test('folding removes case and accents, and keeps distinct letters', () => {
  expect(fold('Família ÅNGSTRÖM')).toBe('familia angstrom');
  expect(fold('日本-ファンド')).toBe(fold('日本-ファンド'));
  expect(fold('ΟΡΙΖΩΝΣ ορίζων ὅρος')).toBe('οριζωνσ οριζων οροσ');
});

const marked = (text: string, wanted: string) =>
  markMatches(text, [fold(wanted)])
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Família Souza', 'ilia s', 'Fam[ília S]ouza'],
  ['nord Nord NØRD', 'nord', '[nord] [Nord] NØRD'],
  ['e\u0301tude', 'et', '[e\u0301t]ude'],
  ['ﬁnance', 'fi', '[ﬁ]nance'],
  ['日本-ファンド', 'ファ', '日本-[ファ]ンド'],
  ['𝔸lpha', 'a', '[𝔸]lph[a]'],
  ['aaa', 'aa', '[aa]a'],
  ['abc', '', 'abc'],
  ['abc', 'x', 'abc'],
])('marks in %j the search %j: %j', (text, wanted, expected) => {
  expect(marked(text, wanted)).toBe(expected);
});

test('marking preserves the complete text', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, text, (before, wanted, after) => {
      const pieces = markMatches(before + wanted + after, [fold(wanted)]);
      expect(pieces.map((piece) => piece.text).join('')).toBe(before + wanted + after);
    }),
  );
});

test('every matching text has a mark', () => {
  const text = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(
      text,
      text.filter((one) => one !== ''),
      text,
      (before, wanted, after) => {
        const pieces = markMatches(before + wanted + after, [fold(wanted)]);
        expect(pieces.some(({ isMatch }) => isMatch)).toBe(true);
      },
    ),
  );
});
