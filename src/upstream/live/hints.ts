import { Webhook } from 'standardwebhooks';
import { isObject } from '#contract/mergePatch.ts';
import type { Source } from '../source/source.ts';

/** What of a message may be an id. */
export const maxTexts = 10_000;

/** Every text and number within a message, whatever its shape; null: it is no JSON, or more than would be looked through. */
export function idsIn(body: string): ReadonlySet<string> | null {
  const ids = new Set<string>();
  let left: unknown[];
  try {
    left = [JSON.parse(body)];
  } catch {
    return null;
  }
  // No recursion: it may be nested as deep as its length allows.
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' || typeof value === 'number') ids.add(String(value));
    else if (Array.isArray(value)) for (const one of value) left.push(one);
    else if (isObject(value)) for (const one of Object.values(value)) left.push(one);
    if (ids.size + left.length > maxTexts) return null;
  }
  return ids;
}

/**
 * What a message may be about is requested again at the next read: the users that it names, and all lists. Where it names none
 * that was read, that is everything: it may name them by ids that no path holds.
 * @returns the users that it names.
 */
export function forgetNamed(source: Pick<Source, 'forget'>, body: string): ReadonlySet<string> {
  const ids = idsIn(body);
  const users = new Set<string>();
  source.forget((path) => {
    const { list, id } = partsOf(path);
    const isNamed = id !== null && ids?.has(id) === true;
    if (isNamed && list === 'users') users.add(id);
    return isNamed || id === null;
  });
  if (users.size === 0) source.forget();
  return users;
}

function partsOf(path: string): { readonly list: string; readonly id: string | null } {
  const [, list = '', id] = /\/p\/([^/?]+)(?:\/([^/?]+))?/.exec(path) ?? [];
  try {
    return { list, id: id === undefined ? null : decodeURIComponent(id) };
  } catch {
    return { list, id: null };
  }
}

/**
 * Whether a message may be taken: where the service gave secrets and the message has a signature of Standard Webhooks, one of
 * them must have made it. The unguessable address alone does for all others.
 */
export function isTrusted(
  body: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): boolean {
  const isSigned = headers['webhook-signature'] !== undefined;
  return !isSigned || secrets.length === 0 || secrets.some((one) => verifies(one, body, headers));
}

function verifies(secret: string, body: string, headers: Readonly<Record<string, string>>) {
  for (const format of [{}, { format: 'raw' }] as const) {
    try {
      new Webhook(secret, format).verify(body, headers, { jsonParse: false });
      return true;
    } catch {
      // Not by this secret, read so.
    }
  }
  return false;
}
