import type { Route } from 'playwright-core';
import { realAnswer } from './realAnswer.ts';

/** Strange content of answers that are JSON with status 200. */
export interface ContentFault {
  /** Returns the altered value of a member, for each member of each object. */
  readonly alter: (name: string, value: unknown) => unknown;
  /** Text of every page that cannot continue normally; null: all pages can. */
  readonly words: RegExp | null;
}

const refused = /could not be read/;
/** Name that would be an element and a script, and reverses the direction of the text after it. */
export const strangeName = '<img src=x onerror="document.title=1"> \u202Eشركة النور\u202C & "co"';

export const contentFaults: Record<string, ContentFault> = {
  'wallets without tokens': {
    alter: (name, value) => (name === 'tokens' ? [] : value),
    words: null,
  },
  'totals as text': {
    alter: (name, value) => (name === 'total' ? String(value) : value),
    words: refused,
  },
  'NaN-like text': {
    alter: (name, value) => (name === 'total' ? 'NaN' : value),
    words: refused,
  },
  'totals that are null': {
    alter: (name, value) => (name === 'total' ? null : value),
    words: null,
  },
  'names with markup and from right to left': {
    alter: (name, value) => (name === 'name' || name === 'description' ? strangeName : value),
    words: null,
  },
  '10,000 positions': {
    // The root of an answer has no name.
    alter: (name, value) => (name === '' ? manyPositions(value) : value),
    words: null,
  },
};

export async function altered(route: Route, { alter }: ContentFault): Promise<void> {
  const response = await realAnswer(route);
  if (!(response.headers()['content-type'] ?? '').startsWith('application/json')) {
    return route.fulfill({ response });
  }
  const change = (name: string, value: unknown) => alter(name, value);
  const body = JSON.stringify(JSON.parse(await response.text(), change));
  return route.fulfill({ response, body });
}

/** Puts ten thousand positions into the first of a list of wallets. Other values are unchanged. */
function manyPositions(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [first, ...others]: readonly unknown[] = value;
  const tokens = memberOf(first, 'tokens');
  if (!isObject(first) || !('user' in first) || !Array.isArray(tokens)) return value;
  const positions: readonly unknown[] = tokens;
  const many = Array.from({ length: 10_000 }, (_, index) => {
    const position = positions[index % positions.length];
    const token = memberOf(position, 'token');
    if (!isObject(position) || !isObject(token)) return position;
    return { ...position, token: { ...token, _id: `${String(memberOf(token, '_id'))}-${index}` } };
  });
  return [{ ...first, tokens: many }, ...others];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
