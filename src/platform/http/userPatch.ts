import type { Context } from 'hono';
import * as z from 'zod/mini';
import { jsonFault, jsonFaultInWords } from '#contract/jsonFault.ts';
import { isObject, type JsonObject, mergePatch, sameJson } from '#contract/mergePatch.ts';
import { putUser, updateUser } from '#contract/operations/users.ts';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import {
  attributeLimits,
  customIdFault,
  readOnlyAttributes,
  userUpdate,
  type User,
} from '#contract/user.ts';
import type { StoredAttributes } from '../database/schema/portfolio.ts';
import { isStorable } from '../database/text.ts';
import { checkBody, readJson } from './body.ts';
import { excessInWords, jsonExcess, type JsonBounds } from './jsonBounds.ts';
import { problem } from './problem.ts';

/** `json` of `POST /p/users/{id}`: a merge patch of the attributes, and statements of wallets. */
export interface UserPatch {
  readonly attributes: StoredAttributes;
  /** The unchecked value of the key `wallets`; undefined if absent. */
  readonly wallets: unknown;
}

/**
 * 422 invalid-custom-id if a text cannot be a customId.
 * @param place the pointer in the body; null: it is in the path.
 */
export function checkCustomId(customId: string, place: string | null): void {
  const fault = customIdFault(customId);
  if (fault === null) return;
  const errors = place === null ? [] : [{ pointer: place, detail: fault }];
  throw problem('invalid-custom-id', `The customId ${fault}.`, { errors });
}

/** The text `json` of the body; 422 json-not-string if it is an object. */
export async function readUpdate(c: Context): Promise<string> {
  const body = await readJson(c, z.unknown(), updateUser.body.limit);
  if (isObject(body) && 'json' in body && typeof body['json'] !== 'string') {
    throw problem(
      'json-not-string',
      'json must be the text of a JSON object, not the object itself: {"json": "{\\"name\\": \\"Ada\\"}"}.',
      { errors: [{ pointer: '/json', detail: 'is not a string' }] },
    );
  }
  return checkBody(body, userUpdate).json;
}

const newUserBody = z.strictObject({
  attributes: z.optional(z.custom<JsonObject>(isObject, 'is not a JSON object')),
  wallets: z.optional(z.unknown()),
});

/**
 * Reads the body of `PUT /x/users/{id}`, a patch of a user without attributes: 422 as in `readPatch`, with pointers
 * into the body.
 */
export async function readNewUser(c: Context): Promise<UserPatch> {
  const body = await readJson(c, newUserBody, putUser.body.limit);
  const { attributes = {}, wallets } = body;
  if (Object.hasOwn(attributes, 'wallets')) {
    const detail = 'is not an attribute; send wallets next to the attributes';
    const place = pointer(['attributes', 'wallets']);
    throw problem('invalid-body', `At ${place}: ${detail}.`, {
      errors: [{ pointer: place, detail }],
    });
  }
  checkStorable(attributes, ['attributes']);
  checkStorable(wallets, ['wallets']);
  return { attributes, wallets };
}

/** 10,000 positions have some 50,000 values. */
export const patchBounds = {
  levels: attributeLimits.levels,
  values: 100_000,
} as const satisfies JsonBounds;

/** Parses `json`: 422 json-unparsable, json-not-object, json-too-deep, json-unsupported-text, json-number-range. */
export function readPatch(text: string): UserPatch {
  const excess = jsonExcess(text, patchBounds);
  if (excess !== null) {
    const code = excess === 'levels' ? 'json-too-deep' : 'too-large';
    throw problem(code, `The text in json ${excessInWords(excess, patchBounds)}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const reason = jsonFaultInWords(text);
    throw problem('json-unparsable', `The text in json is not valid JSON: ${reason}.`, {
      members: { position: jsonFault(text) },
    });
  }
  if (!isObject(value)) {
    throw problem(
      'json-not-object',
      `The text in json contains ${kindOf(value)}; it must contain one JSON object.`,
    );
  }
  checkStorable(value);
  const { wallets, ...attributes } = value;
  return { attributes, wallets };
}

/**
 * The attributes after a patch; rejects changes of the service's own fields, and attributes that grow too large.
 * @param shown the user as displayed, only needed if the patch names the service's own fields.
 * @param at the pointer to the patch in the body.
 */
export function patchAttributes(
  shown: () => User,
  attributes: StoredAttributes,
  patch: StoredAttributes,
  at: readonly string[] = [],
): StoredAttributes {
  const faults = readOnlyAttributes
    .filter(
      (name) => Object.hasOwn(patch, name) && !sameJson(patch[name] ?? undefined, shown()[name]),
    )
    .map((name): ProblemFault => ({
      pointer: pointer([...at, name]),
      detail: `${name} cannot be changed`,
    }));
  if (faults.length > 0) {
    throw problem('read-only-attribute', `${faults.map(({ detail }) => detail).join(', ')}.`, {
      errors: faults,
    });
  }
  const own = Object.fromEntries(
    Object.entries(patch).filter(([name]) => !readOnlyAttributes.includes(name)),
  );
  const result = mergePatch(attributes, own);
  const size = Buffer.byteLength(JSON.stringify(result));
  if (size > attributeLimits.bytes) {
    throw problem(
      'attributes-too-large',
      `With this change, the attributes would have ${size} bytes of JSON; the limit is ${attributeLimits.bytes}.`,
    );
  }
  return result;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/**
 * 422 json-number-range, json-too-deep or json-unsupported-text if a value cannot be stored. Iterative, so that no nesting overflows the stack; visits each value once.
 * @param at the pointer to the value.
 */
export function checkStorable(root: unknown, at: readonly string[] = []): void {
  const rest: { value: unknown; path: readonly string[] }[] = [{ value: root, path: at }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') checkText(value, path);
    // Statements of wallets are checked later, with a pointer to each amount.
    if (typeof value === 'number' && !Number.isFinite(value) && path[0] !== 'wallets') {
      throw problem(
        'json-number-range',
        `The number at ${pointer(path)} is too large to be stored.`,
        {
          errors: [{ pointer: pointer(path), detail: 'exceeds the range of a 64-bit float' }],
        },
      );
    }
    if (typeof value !== 'object' || value === null) continue;
    if (path.length - at.length >= attributeLimits.levels) {
      const what = at.length === 0 ? 'text in json' : `value at ${pointer(at)}`;
      throw problem(
        'json-too-deep',
        `The ${what} is nested deeper than ${attributeLimits.levels} levels.`,
      );
    }
    for (const [key, child] of Object.entries(value)) {
      checkText(key, path);
      rest.push({ value: child, path: [...path, key] });
    }
  }
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
function checkText(text: string, path: readonly string[]): void {
  if (!isStorable(text)) {
    const detail = text.includes('\0')
      ? 'contains the character U+0000'
      : 'contains half of a surrogate pair';
    throw problem(
      'json-unsupported-text',
      `The text at ${pointer(path) || 'the top'} ${detail}, which cannot be stored.`,
      {
        errors: [{ pointer: pointer(path), detail }],
      },
    );
  }
}
