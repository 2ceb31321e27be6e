import { pathOf } from '#contract/operation.ts';
import { receiveHint } from '#contract/operations/upstream.ts';
import { cover, createSecretCover } from '#platform/http/secretCover.ts';

/** Shorter parts of a value are words of any sentence; in data, a short password may also be a name. */
const minPartLength = { words: 4, data: 8 };
const namesOfSecrets =
  /auth|key|token|secret|cookie|pass|pwd|session|signature|credential|bearer|jwt|access/i;

export interface Scrub {
  /** Words for people: no header's value, no path of the base address, and no secret of our webhook's, is in them. */
  words(text: string): string;
  /** Data: no credential is in it. What else a header says, such as a tenant's name, may well belong there. */
  data(text: string): string;
  /** Parses JSON without the credentials in it. @throws {SyntaxError} */
  parse(text: string): unknown;
}

/** Takes what was set for the other service out of what comes from it. */
export function createScrub(headers: Readonly<Record<string, string>>, url: string): Scrub {
  const base = new URL(url).pathname.replace(/\/$/, '');
  /** With the slash behind it, or as the end of an address. */
  const basePath = new RegExp(String.raw`${escaped(base)}(?:/|(?![\w.~%-]))`, 'g');
  const values = Object.entries(headers);
  const all = createSecretCover(
    secretsIn(
      values.map(([, value]) => value),
      minPartLength.words,
    ),
  );
  const data = createSecretCover(
    secretsIn(
      values.filter(([name]) => namesOfSecrets.test(name)).map(([, value]) => value),
      minPartLength.data,
    ),
  );
  return {
    data: (text) => data.text(text),
    parse: (text) => data.parse(text),
    words: (text) =>
      all.text(withoutHookSecret(base === '' ? text : text.replaceAll(basePath, '/'))),
  };
}

/** A slash as text, JSON, an address or HTML may write it. */
const slash = String.raw`(?:\\{0,7}/|\\{1,7}u002f|%(?:25)?2f|&(?:amp;)?(?:#47|#x2f|sol);)`;

/** The path of our webhook up to its secret, and the secret. */
const hookSecrets = new RegExp(
  `(${pathOf(receiveHint, { params: { secret: '' } }).replaceAll('/', () => slash)})[\\w-]+`,
  'gi',
);

/** A text without the secrets of addresses like ours in it. */
export function withoutHookSecret(text: string): string {
  return text.replaceAll(hookSecrets, `$1${cover}`);
}

const escaped = (text: string) => text.replaceAll(/[^\w/]/g, String.raw`\$&`);

function secretsIn(values: readonly string[], minPart: number): readonly string[] {
  return [...values, ...values.flatMap(partsOf).filter(({ length }) => length >= minPart)];
}

/** What in a header's value is secret by itself: what follows a scheme, the password of Basic, a cookie's value. */
function partsOf(value: string): readonly string[] {
  const [, scheme = '', credentials] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials ?? '', 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
  return [credentials ?? '', pair, password, ...cookies];
}
