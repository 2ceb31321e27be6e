import { keptAs, writtenNumber } from '#contract/digits.ts';
import type { CellKind } from '#contract/userImport.ts';
import { isObject } from '#contract/mergePatch.ts';

export type CellValue = { readonly value: unknown } | { readonly fault: string };

// `007` is a code rather than seven.
const hasLeadingZero = (text: string) => /^[+-]?0\d/.test(text);
/** Whether a text is a JSON number: `+41` and `.5` are only numbers in a column that is mapped to one. */
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
    const lower = text.trim().toLowerCase();
    if (lower === 'true' || lower === 'false') return { value: lower === 'true' };
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

/** Parses the amount of a position: excess digits are rounded, as in a JSON body. */
export function readAmount(text: string): number | null {
  const amount = writtenNumber(text);
  return Number.isNaN(amount) ? null : amount;
}

/** The loss of precision as a clause; null if there is none. Codes of many digits are better imported as text. */
function lossOf(text: string): string | null {
  if (!Number.isFinite(Number(text))) return 'is too large for a number';
  const kept = keptAs(text);
  return kept === null ? null : `has too many digits for a number: it would become ${kept}`;
}

function numeralsOf(json: string): readonly string[] {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
}

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

/** Long runs of digits are account numbers, even if a number could represent them. */
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

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
