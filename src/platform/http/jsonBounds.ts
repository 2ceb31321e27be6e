import { grouped } from '#contract/digits.ts';

export interface JsonBounds {
  /** Nesting of objects and arrays: code that walks them may recurse. */
  readonly levels: number;
  /** Commas and opening brackets: parsing a million takes most of a second. */
  readonly values: number;
}

type Excess = keyof JsonBounds;

/** @returns the bound that a JSON text exceeds; null if none. Does not check the grammar. */
export function jsonExcess(text: string, { levels, values }: JsonBounds): Excess | null {
  let level = 0;
  let count = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isInText = !isInText;
    // An escaped quotation mark does not end a string.
    else if (isInText) at += char === '\\' ? 1 : 0;
    else if (char === ']' || char === '}') level -= 1;
    else if (char === ',' || char === '[' || char === '{') {
      count += 1;
      if (char !== ',') level += 1;
      if (level > levels) return 'levels';
      if (count > values) return 'values';
    }
  }
  return null;
}

/** An exceeded bound as the end of a sentence. */
export function excessInWords(excess: Excess, { levels, values }: JsonBounds): string {
  return excess === 'levels'
    ? `is nested deeper than ${levels} levels, the limit`
    : `has more than ${grouped(values)} values, the limit`;
}
