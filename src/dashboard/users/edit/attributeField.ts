import type { Attributes } from '../userAttributes.ts';

/** One attribute as a form shows it. */
export interface AttributeField {
  readonly name: string;
  readonly label: string;
  /** `list` of words; `other` is what only JSON can say. */
  readonly kind: 'text' | 'list' | 'other';
  /** As it stands in its field. */
  readonly value: string;
  /** It is offered although the user has none. */
  readonly isOptional: boolean;
}

/** Attributes that most users have, and the words for them; the service itself gives none of them a meaning. */
const common: readonly { name: string; label: string; kind: 'text' | 'list' }[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'contact', label: 'Contact', kind: 'text' },
  { name: 'tier', label: 'Tier', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'riskProfile', label: 'Risk profile', kind: 'text' },
  { name: 'tags', label: 'Tags', kind: 'list' },
];

/**
 * The fields of a user's attributes: the common ones, then those it has, then those added since, each where it stands.
 * @param before as they were when the edit began.
 */
export function fieldsOf(
  attributes: Attributes,
  before: Attributes,
  added: readonly string[],
): AttributeField[] {
  const names = new Set([
    ...common.map(({ name }) => name),
    ...Object.keys(before),
    ...added,
    ...Object.keys(attributes),
  ]);
  return [...names].flatMap((name) => {
    const known = common.find((one) => one.name === name);
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const kind = kindOf(value ?? old) ?? known?.kind ?? 'text';
    // What only JSON can say and is taken out there is gone here too.
    if (kind === 'other' && value === undefined) return [];
    return {
      name,
      label: known?.label ?? name,
      kind,
      value: value === undefined ? '' : written(value, kind),
      isOptional: known !== undefined,
    };
  });
}

function kindOf(value: unknown): AttributeField['kind'] | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return /[\r\n]/.test(value) ? 'other' : 'text';
  const isWords =
    Array.isArray(value) &&
    value.every(
      (one) => typeof one === 'string' && one.trim() === one && one !== '' && !one.includes(','),
    );
  return isWords && Array.isArray(value) && value.length > 0 ? 'list' : 'other';
}

function written(value: unknown, kind: AttributeField['kind']): string {
  if (kind === 'text' && typeof value === 'string') return value;
  if (kind === 'list' && Array.isArray(value)) return value.join(', ');
  return JSON.stringify(value);
}

/** Words parted by commas, each once. */
export function listOf(typed: string): string[] {
  const words = typed.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
