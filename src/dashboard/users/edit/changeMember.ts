import { pointer } from '#contract/problem.ts';
import { jsonPlaces } from './jsonPlaces.ts';

/** A JSON object as a text, with one member set; all else stays as it is written, each digit and each line break. */
export function withMember(text: string, name: string, value: unknown): string {
  const places = jsonPlaces(text);
  const written = JSON.stringify(value);
  const own = places.findLast((place) => place.pointer === pointer([name]));
  if (own !== undefined) return text.slice(0, own.from) + written + text.slice(own.to);
  const member = `${JSON.stringify(name)}: ${written}`;
  const last = places.findLast((place) => isTop(place.pointer));
  if (last !== undefined) return `${text.slice(0, last.to)},\n  ${member}${text.slice(last.to)}`;
  return `{\n  ${member}\n}`;
}

/** The text without one member, and without the comma that parted it; named twice it goes twice. */
export function withoutMember(text: string, name: string): string {
  let rest = text;
  for (;;) {
    const own = jsonPlaces(rest).find((place) => place.pointer === pointer([name]));
    if (own === undefined) return rest;
    const before = rest.slice(0, own.start);
    const after = rest.slice(own.to);
    rest = /^\s*,/.test(after)
      ? before + after.replace(/^\s*,\s*/, '')
      : before.replace(/,?\s*$/, '') + after;
  }
}

function isTop(path: string): boolean {
  return path.lastIndexOf('/') === 0;
}
