import { isObject, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes, type User } from '#contract/user.ts';

export type Attributes = JsonObject;

interface CommonAttribute {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'list';
}

/** The service gives these attributes no meaning. */
export const commonAttributes: readonly CommonAttribute[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'contact', label: 'Contact', kind: 'text' },
  { name: 'tier', label: 'Tier', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'riskProfile', label: 'Risk profile', kind: 'text' },
  { name: 'tags', label: 'Tags', kind: 'list' },
];

const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

export function attributesOf(user: User): Attributes {
  return Object.fromEntries(Object.entries(user).filter(([name]) => !readOnly.has(name)));
}

export interface AttributeDifference {
  pointer: string;
  kind: 'added' | 'changed' | 'removed';
  before: unknown;
  after: unknown;
}

/** Own members only, so not `toString`. */
export function ownMember(object: Attributes, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function differencesOf(
  before: Attributes,
  after: Attributes,
  path: readonly string[] = [],
): AttributeDifference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): AttributeDifference[] => {
    const here = [...path, name];
    const [old, now] = [ownMember(before, name), ownMember(after, name)];
    if (old !== undefined && now !== undefined) {
      if (sameJson(old, now)) return [];
      if (isObject(old) && isObject(now)) return differencesOf(old, now, here);
    }
    const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return [{ pointer: pointer(here), kind, before: old, after: now }];
  });
}

/** Words that are separated by commas, each once. */
export function listOf(typed: string): string[] {
  const words = typed.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
