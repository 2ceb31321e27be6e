type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'rest';

const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

/**
 * Returns the position of the first character that is not valid JSON, or the length of a text that ends too early. JSON.parse
 * reports positions for some faults only. Call it only for texts that JSON.parse rejects.
 */
export function jsonFault(text: string): number {
  const open: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    while (isSpace(text[at])) at += 1;
    const char = text[at];
    if (char === undefined) return text.length;
    if (char === open.at(-1) && (expected === 'rest' || expected.startsWith('first'))) {
      open.pop();
      expected = 'rest';
      at += 1;
    } else if (expected === 'rest') {
      if (char !== ',' || open.length === 0) return at;
      expected = open.at(-1) === '}' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'colon') {
      if (char !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (expected === 'key' || expected === 'first key') {
      if (char !== '"') return at;
      const end = endOfText(text, at);
      if (end.fault) return end.at;
      expected = 'colon';
      at = end.at;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'first key' : 'first value';
      at += 1;
    } else {
      const end = char === '"' ? endOfText(text, at) : endOfPlain(text, at);
      if (end.fault) return end.at;
      expected = 'rest';
      at = end.at;
    }
  }
}

/** Describes the fault in a text that JSON.parse rejects. Quotes only one character, because more could reveal a secret. */
export function jsonFaultInWords(text: string): string {
  const at = jsonFault(text);
  if (at === text.length) return 'it ends too early';
  return `unexpected ${JSON.stringify(text[at])} at position ${at}`;
}

/** End of a value or, with `fault`, position of its fault. */
interface End {
  readonly at: number;
  readonly fault: boolean;
}

const ends = (at: number): End => ({ at, fault: false });
const fails = (at: number): End => ({ at, fault: true });

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}

function endOfText(text: string, from: number): End {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') return ends(at + 1);
    if (char < ' ') return fails(at);
    if (char !== '\\') continue;
    at += 1;
    if (text[at] !== 'u') {
      if (!/^["\\/bfnrt]$/.test(text[at] ?? '')) return fails(at);
      continue;
    }
    for (let digits = 0; digits < 4; digits += 1) {
      at += 1;
      if (!/^[\da-f]$/i.test(text[at] ?? '')) return fails(at);
    }
  }
  return fails(text.length);
}

function endOfPlain(text: string, from: number): End {
  const literal = literals[text[from] ?? ''];
  if (literal === undefined) return endOfNumber(text, from);
  for (let at = 0; at < literal.length; at += 1) {
    if (text[from + at] !== literal[at]) return fails(from + at);
  }
  return ends(from + literal.length);
}

function endOfNumber(text: string, from: number): End {
  let at = text[from] === '-' ? from + 1 : from;
  const whole = text[at] === '0' ? at + 1 : afterDigits(text, at);
  if (whole === at) return fails(at);
  at = whole;
  for (const part of [/\./, /[eE]/]) {
    if (!part.test(text[at] ?? '')) continue;
    at += 1;
    if (part.source === '[eE]' && /[+-]/.test(text[at] ?? '')) at += 1;
    const end = afterDigits(text, at);
    if (end === at) return fails(at);
    at = end;
  }
  return ends(at);
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (/^\d$/.test(text[at] ?? '')) at += 1;
  return at;
}
