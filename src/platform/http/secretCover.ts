export const cover = '…';

/** Shorter secrets (a language, a version) occur in any sentence. */
const minLength = 4;

export interface SecretCover {
  /** Replaces the secrets in a text, in any encoding. */
  text(text: string): string;
  /** Parses JSON and covers the secrets in names and values. @throws {SyntaxError} */
  parse(text: string): unknown;
}

export function createSecretCover(secrets: readonly string[]): SecretCover {
  const forms = secrets.filter(({ length }) => length >= minLength).flatMap(formsOf);
  const needles = [...new Set(forms.map((form) => unescaped(form).plain))]
    .filter(({ length }) => length >= minLength)
    .toSorted((a, b) => b.length - a.length);
  const mayHold = createQuickCheck(forms);

  function coverIn(text: string): string {
    const { plain, starts, ends } = unescaped(text);
    const ranges = needles
      .flatMap((needle) =>
        positionsOf(needle, plain).map((at) => [at, at + needle.length] as const),
      )
      .map(([from, to]) => ({ start: starts?.[from] ?? from, end: ends?.[to - 1] ?? to }))
      .toSorted((a, b) => a.start - b.start);
    let result = '';
    let done = 0;
    for (const { start, end } of ranges) {
      if (start >= done) result += text.slice(done, start) + cover;
      done = Math.max(done, end);
    }
    return result + text.slice(done);
  }

  function coverValue(value: unknown): unknown {
    if (typeof value === 'string') return coverIn(value);
    if (typeof value === 'number') return needles.includes(String(value)) ? cover : value;
    if (Array.isArray(value)) return value.map(coverValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [coverIn(name), coverValue(inner)]),
    );
  }

  return {
    text: (text) => (mayHold(text) ? coverIn(text) : text),
    parse(text) {
      const value: unknown = JSON.parse(text);
      return mayHold(text) ? coverValue(value) : value;
    },
  };
}

/** Encodings of a secret as a unit, not escapes of single characters. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString('base64');
  return [
    text,
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

/** An escaped letter or digit: `\u0041`, `%41`, `%2541`, `&#65;`, `\u0026#65;`. */
const escapedWord =
  /\\u00(?:3\d|[46][1-9a-f]|[57][\da])|%(?:25|3\d|[46][1-9a-f]|[57][\da])|(?:&|26|amp;)#/i;

/** Rules most texts out without unescaping them: answers may be long. */
function createQuickCheck(forms: readonly string[]): (text: string) => boolean {
  if (forms.length === 0) return () => false;
  const words = [...new Set(forms.map(longestWordIn))];
  const signs = words.filter((word) => !words.some((one) => one !== word && word.includes(one)));
  const sign = new RegExp(signs.join('|'), 'i');
  return (text) => sign.test(text) || escapedWord.test(text);
}

function longestWordIn(form: string): string {
  const words = unescaped(form.replaceAll('\\', ' ')).plain.match(/[a-z\d]+/g) ?? [];
  return words.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

function positionsOf(needle: string, text: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    positions.push(at);
  return positions;
}

/** A text in comparable form, with the original position of each character; null: equal positions. */
interface Unescaped {
  readonly plain: string;
  readonly starts: readonly number[] | null;
  readonly ends: readonly number[] | null;
}

/** Maximum nesting of escapes. */
const maxRounds = 5;

/** Decodes all escapes, in lower case. Drops backslashes, and treats `+` as a space, as in a form. */
function unescaped(text: string): Unescaped {
  const lower = text.toLowerCase();
  // The lower case of a few letters is longer: they stay as they are.
  const plain = lower.length === text.length ? lower : text.replaceAll(/[a-z]+/gi, lowerCase);
  let current: Unescaped = { plain, starts: null, ends: null };
  for (let round = 0; round < maxRounds; round += 1) {
    const next = decodedOnce(current);
    if (next === null) break;
    current = next;
  }
  return { ...current, plain: current.plain.replaceAll('+', ' ') };
}

const lowerCase = (text: string) => text.toLowerCase();

const escapes =
  /\\{1,8}(?:u([\da-f]{4})|([^\w\s\\])|)|&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z]{2,6}););?|%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/g;

function decodedOnce({ plain, starts, ends }: Unescaped): Unescaped | null {
  const from: number[] = [];
  const to: number[] = [];
  let result = '';
  let done = 0;
  const copy = (until: number) => {
    for (let at = done; at < until; at += 1) {
      from.push(starts?.[at] ?? at);
      to.push(ends?.[at] ?? at + 1);
    }
    result += plain.slice(done, until);
  };
  for (const match of plain.matchAll(escapes)) {
    const characters = charactersOf(match);
    if (characters === null) continue;
    const end = match.index + match[0].length;
    copy(match.index);
    for (let at = 0; at < characters.length; at += 1) {
      from.push(starts?.[match.index] ?? match.index);
      to.push(ends?.[end - 1] ?? end);
    }
    result += characters;
    done = end;
  }
  if (done === 0) return null;
  copy(plain.length);
  return { plain: result, starts: from, ends: to };
}

function charactersOf(match: RegExpExecArray): string | null {
  const [text, unicode, escaped, decimal, hexadecimal, name] = match;
  if (text.startsWith('%')) return decodedAddress(text);
  if (text.startsWith('\\')) {
    return unicode === undefined ? (escaped ?? '') : characterOf(Number.parseInt(unicode, 16));
  }
  if (decimal !== undefined) return characterOf(Number(decimal));
  if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
  return name !== undefined && Object.hasOwn(entities, name) ? (entities[name] ?? null) : null;
}

function decodedAddress(text: string): string | null {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return null;
  }
}

function characterOf(code: number): string | null {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code).toLowerCase() : null;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  verbar: '|',
};
