import { pathOf } from '#contract/operation.ts';
import { receiveHint } from '#contract/operations/upstream.ts';

/** Shown in the place of a credential. */
export const cover = '…';
/** Shorter ones (a language, a version) are words of any sentence. */
const minLength = 4;
/** In data a part of a value, such as a short password, may be a name. */
const minPartLength = { words: minLength, data: 8 };
const namesOfSecrets =
  /auth|key|token|secret|cookie|pass|pwd|session|signature|credential|bearer|jwt|access/i;

export interface Scrub {
  /** Words for people: no header's value, no path of the base address, and no secret of our webhook's, is in them. */
  words(text: string): string;
  /** Data: no credential is in it. What else a header says, such as a tenant's name, may well belong there. */
  data(text: string): string;
}

/** Takes what was set for the other service out of what comes from it. */
export function createScrub(headers: Readonly<Record<string, string>>, url: string): Scrub {
  const base = new URL(url).pathname.replace(/\/$/, '');
  /** With the slash behind it, or as the end of an address. */
  const basePath = new RegExp(String.raw`${escaped(base)}(?:/|(?![\w.~%-]))`, 'g');
  const values = Object.entries(headers);
  const all = coverer(
    values.map(([, value]) => value),
    minPartLength.words,
  );
  const data = coverer(
    values.filter(([name]) => namesOfSecrets.test(name)).map(([, value]) => value),
    minPartLength.data,
  );
  return {
    data,
    words: (text) => all(withoutHookSecret(base === '' ? text : text.replaceAll(basePath, '/'))),
  };
}

/** The path of our webhook up to its secret, as JSON or an address may write it, and the secret. */
const hookSecrets = new RegExp(
  `(${pathOf(receiveHint, { params: { secret: '' } }).replaceAll('/', String.raw`(?:\\?/|%2f)`)})[\\w-]+`,
  'gi',
);

/** A text without the secrets of addresses like ours in it. */
export function withoutHookSecret(text: string): string {
  return text.replaceAll(hookSecrets, `$1${cover}`);
}

const escaped = (text: string) => text.replaceAll(/[^\w/]/g, String.raw`\$&`);

function coverer(values: readonly string[], minPart: number): (text: string) => string {
  const secrets = new Set([
    ...values.filter(({ length }) => length >= minLength),
    ...values.flatMap(partsOf).filter(({ length }) => length >= minPart),
  ]);
  const forms = [...new Set([...secrets].flatMap(formsOf))]
    .toSorted((a, b) => b.length - a.length)
    .map((form) => ({ sign: longestWordIn(form), pattern: patternOf(form) }));
  // Where none of these is found there is no form of any: answers may be long.
  const all = [...new Set(forms.map(({ sign }) => sign))];
  const signs = all.filter((sign) => !all.some((one) => one !== sign && sign.includes(one)));
  return (text) =>
    signs.some((sign) => text.includes(sign))
      ? forms.reduce((rest, { pattern }) => rest.replaceAll(pattern, cover), text)
      : text;
}

/** A word is the same however a text is escaped. */
const longestWordIn = (form: string): string =>
  (form.match(/\w+/g) ?? []).reduce(
    (longest, one) => (one.length > longest.length ? one : longest),
    '',
  );

/** Finds a text also in JSON, and in JSON that is a text of JSON: any sign that is no letter or digit may be escaped there. */
function patternOf(form: string): RegExp {
  const source = form.replaceAll(/\W/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const bare = sign === '\\' ? String.raw`\\{1,8}` : String.raw`\\{0,7}\u${code}`;
    return String.raw`(?:${bare}|\\{1,7}u${digits})`;
  });
  return new RegExp(source, 'g');
}

/** What in a header's value is secret by itself: what follows a scheme, the password of Basic, a cookie's value. */
function partsOf(value: string): readonly string[] {
  const [, scheme = '', credentials] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials ?? '', 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
  return [credentials ?? '', pair, password, ...cookies];
}

/** How a text may be written. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const encoded = encodeURIComponent(text);
  const base64 = bytes.toString('base64');
  return [
    text,
    encoded,
    encoded.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    new URLSearchParams([['', text]]).toString().slice(1),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
