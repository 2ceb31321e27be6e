import { jsonOf } from '../../shared/api/json.ts';
import { keptAs } from '../../shared/digits.ts';
import { isObject } from '../userAttributes.ts';

/** How the cells of a column are read; `none` leaves the column out. */
export const cellKinds = ['text', 'number', 'truth', 'json', 'none'] as const;
export type CellKind = (typeof cellKinds)[number];

/** What a cell says, or why it says nothing. An empty cell says nothing about that attribute. */
export type CellReading = { readonly value: unknown } | { readonly fault: string };

// As JSON writes them: `007` is a code and no seven, `1,5` is one and a half in some countries and fifteen in others.
const numeral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const exactDigits = 15;

const readers: Record<CellKind, (text: string) => CellReading> = {
  text: (value) => ({ value }),
  number: (text) => {
    const trimmed = text.trim();
    if (!numeral.test(trimmed)) return { fault: 'is no number (as 1234.5)' };
    const fault = lossOf(trimmed);
    return fault === null ? { value: Number(trimmed) } : { fault };
  },
  truth: (text) => {
    const word = text.trim().toLowerCase();
    if (word === 'true' || word === 'false') return { value: word === 'true' };
    return { fault: 'is neither true nor false' };
  },
  json: (text) => {
    const value = jsonOf(text);
    if (value === undefined) return { fault: 'is no JSON' };
    const fault = numeralsOf(text)
      .map(lossOf)
      .find((loss) => loss !== null);
    return fault === undefined ? { value } : { fault };
  },
  none: () => ({ value: undefined }),
};

/** What a number would lose; null where it is kept as it is written. Codes of many digits are better read as text. */
function lossOf(text: string): string | null {
  if (!Number.isFinite(Number(text))) return 'is beyond what a number can hold';
  const kept = keptAs(text);
  return kept === null ? null : `has more digits than a number can hold: ${kept} would be kept`;
}

/** The numbers in a JSON text, as they are written. */
function numeralsOf(json: string): readonly string[] {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
}

export function readCell(kind: CellKind, text: string): CellReading {
  return readers[kind](text);
}

/** What all cells of a column could be, narrowed cell by cell. */
export function createKindGuess() {
  let isEmpty = true;
  const could = { number: true, truth: true, json: true };
  return {
    see(text: string): void {
      if (text === '') return;
      isEmpty = false;
      could.number &&= isExactNumber(text);
      could.truth &&= text === 'true' || text === 'false';
      could.json &&= isStructure(text);
    },
    kind(): CellKind {
      if (isEmpty) return 'text';
      if (could.number) return 'number';
      if (could.truth) return 'truth';
      return could.json ? 'json' : 'text';
    },
  };
}

/** Long runs of digits are account numbers, and would lose their end as numbers. */
function isExactNumber(text: string): boolean {
  return (
    numeral.test(text) &&
    text.replaceAll(/[-.]|[eE].*$/g, '').length <= exactDigits &&
    Number.isFinite(Number(text))
  );
}

function isStructure(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  const value = jsonOf(text);
  return isObject(value) || Array.isArray(value);
}
