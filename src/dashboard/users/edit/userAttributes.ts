import { isObject, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes, type User } from '#contract/user.ts';

/** The attributes of a user as an editor holds them. */
export type Attributes = JsonObject;

interface CommonAttribute {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'list';
}

/** Attributes that most users have, and their labels; the service itself gives none of them a meaning. */
export const commonAttributes: readonly CommonAttribute[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'contact', label: 'Contact', kind: 'text' },
  { name: 'tier', label: 'Tier', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'riskProfile', label: 'Risk profile', kind: 'text' },
  { name: 'tags', label: 'Tags', kind: 'list' },
];

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

/** One member of an object; undefined where it has none of its own, such as `toString`. */
export function memberOf(object: Attributes, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What differs, member by member, down to where two values are not both objects. */
export function differencesOf(
  before: Attributes,
  after: Attributes,
  path: readonly string[] = [],
): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Difference[] => {
    const here = [...path, name];
    const [old, now] = [memberOf(before, name), memberOf(after, name)];
    if (old !== undefined && now !== undefined) {
      if (sameJson(old, now)) return [];
      if (isObject(old) && isObject(now)) return differencesOf(old, now, here);
    }
    const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return [{ pointer: pointer(here), kind, before: old, after: now }];
  });
}
