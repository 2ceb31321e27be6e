import { isObject, mergePatch, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { inWords } from './findingTexts.ts';

/**
 * Builds the attributes to send for a merge patch: the complete new value, with null for every removed field at any level. The
 * interface does not describe `json`, so this works for services that merge it and for those that replace with it.
 * @param before the complete attributes that the service last returned.
 */
export function attributesToSend(before: JsonObject, patch: JsonObject): JsonObject {
  return withRemoved(before, mergePatch(before, patch));
}

function withRemoved(before: JsonObject, after: JsonObject): JsonObject {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const entries = Object.entries(after).map(([name, value]): [string, unknown] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, isObject(old) && isObject(value) ? withRemoved(old, value) : value];
  });
  return Object.fromEntries([...entries, ...removed.map((name) => [name, null] as const)]);
}

/**
 * Describes in one sentence which sent attributes differ in the next answer; null if none does. null and a missing field are
 * equal, and fields that the service added are no difference.
 */
export function differenceInWords(sent: JsonObject, read: JsonObject): string | null {
  const paths = differences(sent, read, []);
  if (paths.length === 0) return null;
  return `The service did not store everything as sent: ${inWords(paths)} ${paths.length === 1 ? 'differs' : 'differ'}.`;
}

function differences(sent: JsonObject, read: JsonObject, path: readonly string[]): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const now = Object.hasOwn(read, name) ? read[name] : null;
    const place = [...path, name];
    if (isObject(value) && (isObject(now) || now === null)) {
      const inside = differences(value, isObject(now) ? now : {}, place);
      // A missing object counts as a difference even if it was sent empty.
      return now === null && hasValue(value) ? [pointer(place)] : inside;
    }
    return sameJson(value, now) ? [] : [pointer(place)];
  });
}

/** Returns false for an object that holds only nulls: a service may drop such an object. */
function hasValue(value: unknown): boolean {
  return (
    !isObject(value) ||
    Object.values(value).some((one) => one !== null && hasValue(one)) ||
    Object.keys(value).length === 0
  );
}

/** Parses JSON. A number with more digits than a double holds becomes NaN, because sending it back would change it. */
export function parsedExactly(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return digitsOf(context.source) === digitsOf(String(value)) ? value : Number.NaN;
  });
}

/** Returns significant digits and a power of ten, so that 1.50 and 15e-1 are equal. */
function digitsOf(number: string): string {
  const [, whole = '', rest = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${rest}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const exponent = Number(power) - rest.length + digits.length - significant.length;
  return significant === '' ? '0' : `${significant}e${exponent}`;
}
