export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares JSON values. The order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => sameJson(value, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    );
  }
  return a === b;
}

/** Applies a merge patch (RFC 7396): null removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject;
export function mergePatch(target: unknown, patch: unknown): unknown;
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  // A Map instead of assignments, because a key may be __proto__.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Returns the smallest merge patch that turns one object into another. */
export function mergePatchOf(before: JsonObject, after: JsonObject): JsonObject {
  const patch: [key: string, value: unknown][] = [];
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) patch.push([key, null]);
  }
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (sameJson(old, value)) continue;
    patch.push([key, isObject(old) && isObject(value) ? mergePatchOf(old, value) : value]);
  }
  return Object.fromEntries(patch);
}

/** A changed member of an object, without `before` if it is new and without `after` if it was removed. */
export interface ChangedMember {
  name: string;
  before?: unknown;
  after?: unknown;
}

export function changedMembers(before: JsonObject, after: JsonObject): ChangedMember[] {
  // Maps, because a member may be called __proto__ or constructor.
  const old = new Map(Object.entries(before));
  const now = new Map(Object.entries(after));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !sameJson(old.get(name), now.get(name)))
    .map((name) => ({
      name,
      ...(old.has(name) ? { before: old.get(name) } : {}),
      ...(now.has(name) ? { after: now.get(name) } : {}),
    }));
}
