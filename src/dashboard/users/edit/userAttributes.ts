import { isObject, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes, type User } from '#contract/user.ts';

/** The attributes of a user as an editor holds them. */
export type Attributes = JsonObject;

const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

/** The caller's own attributes of a user: everything the service did not add itself. */
export function attributesOf(user: User): Attributes {
  return Object.fromEntries(Object.entries(user).filter(([name]) => !readOnly.has(name)));
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
    if (sameJson(old, now)) return [];
    if (isObject(old) && isObject(now)) return differencesOf(old, now, here);
    return [{ pointer: at, kind: 'changed', before: old, after: now }];
  });
}
