import { keptAs, writtenNumber } from '#contract/digits.ts';
import type { CellKind } from '#contract/userImport.ts';
import { isObject } from '#contract/mergePatch.ts';

/** What a cell says, or why it cannot be read. */
export type CellValue = { readonly value: unknown } | { readonly fault: string };

// `007` is a code and no seven.
const hasLeadingZero = (text: string) => /^[+-]?0\d/.test(text);
/** Whether a text is a number as JSON writes it: `+41` and `.5` are read as numbers only where a column is mapped to one. */
const isJsonNumber = (text: string) => /^-?\d\S*$/.test(text) && typeof jsonOf(text) === 'number';
const maxDigits = 15;

const readers: Record<CellKind, (text: string) => CellValue> = {
  text: (value) => ({ value }),
  number: (text) => {
    const trimmed = text.trim();
    const value = writtenNumber(trimmed);
    if (Number.isNaN(value) || hasLeadingZero(trimmed)) {
      return { fault: 'is not a number such as 1234.5' };
    }
    const fault = lossOf(trimmed);
    return fault === null ? { value } : { fault };
  },
  boolean: (text) => {
    const word = text.trim().toLowerCase();
    if (word === 'true' || word === 'false') return { value: word === 'true' };
    return { fault: 'is neither true nor false' };
  },
  json: (text) => {
    const value = jsonOf(text);
    if (value === undefined) return { fault: 'is not JSON' };
    const fault = numeralsOf(text)
      .map(lossOf)
      .find((loss) => loss !== null);
    return fault === undefined ? { value } : { fault };
  },
};

export function readCell(kind: CellKind, text: string): CellValue {
  return readers[kind](text);
}

/** The amount of a position: digits beyond those that a number holds are rounded, as those of a JSON body are. */
export function readAmount(text: string): number | null {
  const amount = writtenNumber(text);
  return Number.isNaN(amount) ? null : amount;
}

/** What a number would lose; null where it is kept as it is written. Codes of many digits are better read as text. */
function lossOf(text: string): string | null {
  if (!Number.isFinite(Number(text))) return 'is beyond what a number can hold';
  const kept = keptAs(text);
  return kept === null ? null : `has more digits than a number can hold: it would become ${kept}`;
}

/** The numbers in a JSON text, as they are written. */
function numeralsOf(json: string): readonly string[] {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
}

/** The kind that fits all cells of a column, narrowed cell by cell. */
export function createKindGuess() {
  let isEmpty = true;
  const could = { number: true, boolean: true, json: true };
  return {
    add(text: string): void {
      if (text === '') return;
      isEmpty = false;
      could.number &&= isExactNumber(text);
      could.boolean &&= text === 'true' || text === 'false';
      could.json &&= isStructure(text);
    },
    kind(): CellKind {
      if (isEmpty) return 'text';
      if (could.number) return 'number';
      if (could.boolean) return 'boolean';
      return could.json ? 'json' : 'text';
    },
  };
}

/** Long runs of digits are account numbers, whether or not a number could hold them all. */
function isExactNumber(text: string): boolean {
  if (!isJsonNumber(text)) return false;
  return /^-?\d+$/.test(text) ? text.length <= maxDigits : lossOf(text) === null;
}

function isStructure(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  const value = jsonOf(text);
  return isObject(value) || Array.isArray(value);
}

/** The value of a JSON text; undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
