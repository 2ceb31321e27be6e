import { Webhook } from 'standardwebhooks';
import { isObject } from '#contract/mergePatch.ts';
import type { Source } from '../source/source.ts';

/** Bound of the texts and numbers in a message that are compared with ids. */
export const maxTexts = 10_000;

/** Returns every text and number in a message of any format, or null if the message is not JSON or too large. */
export function idsIn(body: string): ReadonlySet<string> | null {
  const ids = new Set<string>();
  let left: unknown[];
  try {
    left = [JSON.parse(body)];
  } catch {
    return null;
  }
  // Not recursive, because the message may be deeply nested.
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
 * Expires the cached answers that a message may concern: those of the users it names, and all lists. If it names no known user,
 * all answers expire, because it may use ids that occur in no path.
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
 * Checks a message. If the service gave us secrets and the message has a Standard Webhooks signature, one secret must match.
 * If either is missing, the unguessable address is enough.
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
      // Another secret or format may match.
    }
  }
  return false;
}
