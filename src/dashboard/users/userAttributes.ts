import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes, type User } from '#contract/user.ts';

/** A JSON object as an editor holds it. */
export type Attributes = Record<string, unknown>;

const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

/** The caller's own attributes of a user: everything the service did not add itself. */
export function attributesOf(user: User): Attributes {
  return Object.fromEntries(Object.entries(user).filter(([name]) => !readOnly.has(name)));
}

export function isObject(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values say the same; the order of keys says nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
  }
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
    );
  }
  return a === b;
}

/**
 * The merge patch (RFC 7396) that turns one object into the other, naming only what differs:
 * null removes a member, an object is patched member by member, anything else is put in whole.
 */
export function mergePatchOf(before: Attributes, after: Attributes): Attributes {
  const patch: [name: string, value: unknown][] = [];
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) patch.push([name, null]);
  }
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (isSame(old, value)) continue;
    patch.push([name, isObject(old) && isObject(value) ? mergePatchOf(old, value) : value]);
  }
  return Object.fromEntries(patch);
}

/** An object with a merge patch applied, as RFC 7396 says. */
export function patched(target: unknown, patch: Attributes): Attributes {
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, isObject(value) ? patched(members.get(name), value) : value);
  }
  return Object.fromEntries(members);
}

/** One attribute that an edit adds, changes or removes. */
export interface Difference {
  pointer: string;
  kind: 'added' | 'changed' | 'removed';
  before: unknown;
  after: unknown;
}

/** What differs, member by member, down to where two values are not both objects. */
export function differencesOf(
  before: Attributes,
  after: Attributes,
  path: string[] = [],
): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Difference[] => {
    const here = [...path, name];
    const at = pointer(here);
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const now = Object.hasOwn(after, name) ? after[name] : undefined;
    if (!Object.hasOwn(before, name))
      return [{ pointer: at, kind: 'added', before: old, after: now }];
    if (!Object.hasOwn(after, name))
      return [{ pointer: at, kind: 'removed', before: old, after: now }];
    if (isSame(old, now)) return [];
    if (isObject(old) && isObject(now)) return differencesOf(old, now, here);
    return [{ pointer: at, kind: 'changed', before: old, after: now }];
  });
}
