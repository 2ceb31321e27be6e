import { queryOptions } from '@tanstack/react-query';
import { getDirectory } from '#contract/operations/directory.ts';
import type { DirectoryWindow } from '#contract/directory.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { commonAttributes, ownMember } from '../edit/userAttributes.ts';
import type { ValueKind } from './attributeChange.ts';

/** Rows that show how values of an attribute are stored: a facet has only their texts. */
const sampleSize = 50;

interface KnownAttribute {
  readonly name: string;
  readonly kind: ValueKind;
  readonly values: readonly string[];
}

/** The attributes of all users, most frequent first, then the common ones that no user has. */
export const knownAttributesQuery = queryOptions({
  queryKey: keys.knownAttributes,
  queryFn: async ({ signal }) =>
    knownOf(await call(getDirectory, { query: { limit: sampleSize } }, signal)),
});

function knownOf({ facets, rows }: DirectoryWindow): readonly KnownAttribute[] {
  const known = facets.flatMap(({ name, values }): KnownAttribute[] => {
    const sample = rows.find(({ attributes }) => Object.hasOwn(attributes, name));
    // A dot may lead into an object, which is another attribute.
    if (sample === undefined && name.includes('.')) return [];
    const kind = kindOf(ownMember(sample?.attributes ?? {}, name));
    return [{ name, kind, values: values.map(({ value }) => value) }];
  });
  const names = new Set(known.map(({ name }) => name));
  const others = commonAttributes
    .filter(({ name }) => !names.has(name))
    .map(({ name, kind }) => ({ name, kind, values: [] }));
  return [...known, ...others];
}

function kindOf(value: unknown): ValueKind {
  if (value === undefined || typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean') {
    return typeof value === 'number' ? 'number' : 'boolean';
  }
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isWords ? 'list' : 'json';
}
