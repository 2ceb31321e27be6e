import { isObject, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { problem } from '#platform/http/problem.ts';
import { cover } from '#platform/http/secretCover.ts';

/** A value of the service with its credentials covered for display, and the original. */
interface Covered<Value> {
  readonly shown: Value;
  readonly own: Value;
}

/**
 * Restores the credentials in a value that was displayed covered and then changed, so that it can be sent to the service. Throws
 * 422 read-only-attribute if a text with a cover was changed, moved or added, because the original is then unknown.
 */
export function uncovered(changed: JsonObject, { shown, own }: Covered<JsonObject>): JsonObject {
  if (sameJson(shown, own)) return changed;
  return uncoveredObject(changed, { shown, own }, []);
}

function uncoveredValue(
  changed: unknown,
  { shown, own }: Covered<unknown>,
  path: readonly string[],
): unknown {
  if (sameJson(changed, shown)) return own;
  if (isObject(changed) && isObject(shown) && isObject(own)) {
    return uncoveredObject(changed, { shown, own }, path);
  }
  if (!Array.isArray(changed)) return withoutCover(changed, path);
  const rows = { shown: rowsOf(shown), own: rowsOf(own) };
  // After rows were added or removed, their originals are unknown.
  const areSame = [rows.shown, rows.own].every(({ length }) => length === changed.length);
  return changed.map((row: unknown, index) => {
    const place = [...path, String(index)];
    if (!areSame) return withoutCover(row, place);
    return uncoveredValue(row, { shown: rows.shown[index], own: rows.own[index] }, place);
  });
}

function uncoveredObject(
  changed: JsonObject,
  { shown, own }: Covered<JsonObject>,
  path: readonly string[],
): JsonObject {
  const names = ownNames(shown, own, path);
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => {
      const place = [...path, name];
      const ownName = names.get(name);
      if (ownName !== undefined) {
        return [ownName, uncoveredValue(value, { shown: shown[name], own: own[ownName] }, place)];
      }
      if (name.includes(cover)) throw covers(place);
      return [name, withoutCover(value, place)];
    }),
  );
}

/** Maps displayed names to original names by their order. Throws if two names look the same when covered. */
function ownNames(
  shown: JsonObject,
  own: JsonObject,
  path: readonly string[],
): ReadonlyMap<string, string> {
  const [names, ownOnes] = [Object.keys(shown), Object.keys(own)];
  const isPair = (name: string, index: number) => name === ownOnes[index] || name.includes(cover);
  if (names.length !== ownOnes.length || !names.every(isPair)) throw covers(path);
  return new Map(names.map((name, index) => [name, ownOnes[index] ?? name]));
}

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Throws if the value contains a cover. */
function withoutCover(value: unknown, path: readonly string[]): unknown {
  if (JSON.stringify(value).includes(cover)) throw covers(path);
  return value;
}

function covers(path: readonly string[]) {
  const place = pointer(path);
  return problem(
    'read-only-attribute',
    `Nothing was sent: “${cover}” in ${place || 'the attributes'} stands for a hidden credential of the connection. Leave that text unchanged, or replace all of it.`,
    { errors: [{ pointer: place, detail: `“${cover}” in it stands for hidden text` }] },
  );
}
