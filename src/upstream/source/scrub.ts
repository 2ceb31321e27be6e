import { pathOf } from '#contract/operation.ts';
import { receiveHint } from '#contract/operations/upstream.ts';
import { cover, createSecretCover } from '#platform/http/secretCover.ts';

/** Shorter parts of a value are common words. In data, a short password may also be a name. */
const minPartLength = { words: 4, data: 8 };
const namesOfSecrets =
  /auth|key|token|secret|cookie|pass|pwd|session|signature|credential|bearer|jwt|access/i;

export interface Scrub {
  /** Scrubs text for people: removes header values, the base address's path, and the secret of our webhook. */
  words(text: string): string;
  /** Scrubs data: removes credentials only. Other header values, such as a tenant's name, may be legitimate data. */
  data(text: string): string;
  /** Parses JSON and removes the credentials. @throws {SyntaxError} */
  parse(text: string): unknown;
}

export function createScrub(headers: Readonly<Record<string, string>>, url: string): Scrub {
  const base = new URL(url).pathname.replace(/\/$/, '');
  /** Followed by a slash, or at the end of an address. */
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

/** A slash as written in text, JSON, an address or HTML. */
const slash = String.raw`(?:\\{0,7}/|\\{1,7}u002f|%(?:25)?2f|&(?:amp;)?(?:#47|#x2f|sol);)`;

/** The path of our webhook, followed by its secret. */
const hookSecrets = new RegExp(
  `(${pathOf(receiveHint, { params: { secret: '' } }).replaceAll('/', () => slash)})[\\w-]+`,
  'gi',
);

export function withoutHookSecret(text: string): string {
  return text.replaceAll(hookSecrets, `$1${cover}`);
}

const escaped = (text: string) => text.replaceAll(/[^\w/]/g, String.raw`\$&`);

function secretsIn(values: readonly string[], minPart: number): readonly string[] {
  return [...values, ...values.flatMap(partsOf).filter(({ length }) => length >= minPart)];
}

/**
 * Returns the parts of a header value that are secret by themselves: the credentials after a scheme, the password of Basic, and
 * cookie values.
 */
function partsOf(value: string): readonly string[] {
  const [, scheme = '', credentials] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials ?? '', 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
  return [credentials ?? '', pair, password, ...cookies];
}
