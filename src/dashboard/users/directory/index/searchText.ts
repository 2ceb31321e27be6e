import { fold } from '../../../shared/fold.ts';
import { type AttributeLine, attributeLines } from './attributeLines.ts';

/**
 * The names of attributes as two capital letters each. What is searched is folded and has no capitals: `team` finds
 * whose team it is, not everybody who has one.
 */
export interface AttributeNames {
  readonly codeOf: (name: string) => string;
  /** The codes of names that fold to this text. */
  readonly codesOf: (folded: string) => readonly string[];
}

export function createAttributeNames(): AttributeNames {
  const codes = new Map<string, string>();
  return {
    codeOf(name) {
      const known = codes.get(name);
      if (known !== undefined) return known;
      const code = letters(codes.size);
      codes.set(name, code);
      return code;
    },
    codesOf: (folded) =>
      [...codes].flatMap(([name, code]) => (code !== '' && fold(name) === folded ? [code] : [])),
  };
}

/** AA to ZZ; names after those are searched by value alone. */
function letters(n: number): string {
  if (n >= 26 * 26) return '';
  return String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
}

/** All of a user that can be searched, folded once: id, name and each attribute on a line of its own, so that no search reaches from one into the next. */
export function searchText(
  user: { readonly customId: string; readonly name: string | null },
  attributes: unknown,
  names: AttributeNames,
): string {
  const lines = [fold(user.customId), fold(user.name ?? '')];
  for (const { name, value } of attributeLines(attributes)) {
    lines.push(names.codeOf(name) + fold(value));
  }
  return lines.join('\n');
}

/** What is looked for: a text anywhere, or in one attribute as `tier: gold` says. */
export interface Search {
  /** Folded; empty finds everybody. */
  readonly text: string;
  /** What follows the name of an attribute, where the text begins with one. */
  readonly attribute: { readonly name: string; readonly value: string } | null;
}

export function searchOf(typed: string): Search {
  const text = fold(typed.trim());
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  const attribute = name === undefined || value === undefined ? null : { name: name.trim(), value };
  return { text, attribute };
}

/** Tells of a search text whether it is found. */
export function matcherOf(
  { text, attribute }: Search,
  names: AttributeNames,
): (searched: string) => boolean {
  const starts = attribute === null ? [] : names.codesOf(attribute.name).map((code) => `\n${code}`);
  if (attribute === null || starts.length === 0) return (searched) => searched.includes(text);
  const { value } = attribute;
  return (searched) =>
    searched.includes(text) || starts.some((start) => isOnLine(searched, start, value));
}

function isOnLine(searched: string, start: string, value: string): boolean {
  for (let at = searched.indexOf(start); at !== -1; at = searched.indexOf(start, at + 1)) {
    const end = searched.indexOf('\n', at + 1);
    const found = searched.indexOf(value, at + start.length);
    if (found !== -1 && (end === -1 || found + value.length <= end)) return true;
  }
  return false;
}

/** The attribute that makes a user found, where neither id nor name does. */
export function foundAttribute(
  user: { readonly customId: string; readonly name: string | null },
  attributes: unknown,
  { text, attribute }: Search,
): AttributeLine | null {
  if (text === '' || fold(user.customId).includes(text) || fold(user.name ?? '').includes(text)) {
    return null;
  }
  const lines = attributeLines(attributes);
  const named =
    attribute &&
    lines.find(
      (line) => fold(line.name) === attribute.name && fold(line.value).includes(attribute.value),
    );
  return named ?? lines.find((line) => fold(line.value).includes(text)) ?? null;
}
