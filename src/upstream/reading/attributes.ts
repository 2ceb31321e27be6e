import { isObject, mergePatch, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import { inWords } from './findingTexts.ts';

/**
 * What is sent for a merge patch of a user's attributes: all of them as they are to be, with null for what is removed, at any
 * level. The interface does not say what `json` holds; this is right for services that merge it and for those that replace by it.
 * @param before as they were read, complete.
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
 * What of the attributes that were sent reads otherwise afterwards, in a sentence; null where all is as sent. null and not there
 * are the same; what the service added is no difference.
 */
export function differenceInWords(sent: JsonObject, read: JsonObject): string | null {
  const paths = differences(sent, read, []);
  if (paths.length === 0) return null;
  return `The service did not take everything as it was sent: ${inWords(paths)} ${paths.length === 1 ? 'is' : 'are'} otherwise now.`;
}

/** JSON Pointers of what differs. */
function differences(sent: JsonObject, read: JsonObject, path: readonly string[]): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const now = Object.hasOwn(read, name) ? read[name] : null;
    const place = [...path, name];
    if (isObject(value) && (isObject(now) || now === null)) {
      const inside = differences(value, isObject(now) ? now : {}, place);
      // An object that is not there is missed, also an empty one.
      return now === null && hasValue(value) ? [pointer(place)] : inside;
    }
    return sameJson(value, now) ? [] : [pointer(place)];
  });
}

/** Whether an object is one that can be read again: of nulls alone nothing may be left. */
function hasValue(value: unknown): boolean {
  return (
    !isObject(value) ||
    Object.values(value).some((one) => one !== null && hasValue(one)) ||
    Object.keys(value).length === 0
  );
}

/** JSON in which a number that no program keeps to its last digit is NaN: sent back it would be another one. */
export function parsedExactly(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return digitsOf(context.source) === digitsOf(String(value)) ? value : Number.NaN;
  });
}

/** A number as its significant digits and a power of ten: those of 1.50 and 15e-1 are the same. */
function digitsOf(number: string): string {
  const [, whole = '', rest = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${rest}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const exponent = Number(power) - rest.length + digits.length - significant.length;
  return significant === '' ? '0' : `${significant}e${exponent}`;
}
