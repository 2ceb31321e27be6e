import { directoryRanges } from '#contract/directoryParameters.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import { problem } from '#platform/http/problem.ts';
import type { DirectoryFeed } from './directoryFeed.ts';
import type { AttributeValues, DirectoryFilter } from './query.ts';

export type DirectoryRequest = QueryOf<typeof getDirectory>;

const maxAttributes = 20;

export async function filterOf(
  { selections }: Pick<DirectoryFeed, 'selections'>,
  query: Omit<
    DirectoryRequest,
    | 'sort'
    | 'offset'
    | 'limit'
    | 'format'
    | 'columns'
    | 'since'
    | 'figures'
    | 'unit'
    | 'groupBy'
    | 'within'
    | 'withinNone'
  >,
): Promise<DirectoryFilter> {
  const { q = '', ids, thematic, token, period = 'day' } = query;
  const attributes = namedValues(query['attribute.*']);
  const excluded = {
    thematics: query.notThematic,
    tokens: query.notToken,
    attributes: namedValues(query['notAttribute.*']),
    attributeNames: query.lacksAttribute,
  };
  checkAttributes('attribute.NAME', attributes.length);
  checkAttributes('notAttribute.NAME', excluded.attributes.length);
  const selection =
    query.selection === undefined ? undefined : await selections.find(query.selection);
  return {
    q,
    ids,
    selection,
    thematics: thematic,
    tokens: token,
    ranges: rangesOf(query),
    attributes,
    excluded,
    period,
  };
}

/** Only these: books with equal filters share their sums, whatever else their requests name. */
const rangesOf = (query: DirectoryFilter['ranges']): DirectoryFilter['ranges'] =>
  Object.fromEntries(directoryRanges.map(({ name }) => [name, query[name]]));

const namedValues = (values: Readonly<Record<string, readonly string[]>>): AttributeValues[] =>
  Object.entries(values).map(([name, own]) => ({ name, values: own }));

/** Throws 400 invalid-query. */
function checkAttributes(parameter: string, count: number): void {
  if (count <= maxAttributes) return;
  throw problem(
    'invalid-query',
    `${parameter} filters ${count} attributes; the maximum is ${maxAttributes}.`,
  );
}

/** The filters of the present: a past answer would mix two instants. */
const filtersOfFigures = [
  'thematic',
  'token',
  'notThematic',
  'notToken',
  'total',
  'change',
  'return',
  'largest',
] as const;

/** Rejects filters that depend on holdings together with a past instant. Throws 400 invalid-query. */
export function checkPastFilter(
  query: Readonly<Partial<Record<(typeof filtersOfFigures)[number], readonly unknown[]>>>,
): void {
  const name = filtersOfFigures.find((one) => (query[one]?.length ?? 0) > 0);
  if (name === undefined) return;
  throw problem(
    'invalid-query',
    `asOf does not go with ${name}, which filters by the holdings of the present. Omit one of them; q, created and attribute.NAME are possible.`,
  );
}

/** Rejects a parameter of the other format, so that none is ignored silently. */
export function checkFormat({
  format,
  offset,
  limit,
  columns = [],
  figures,
  unit,
}: Pick<DirectoryRequest, 'format' | 'offset' | 'limit' | 'figures' | 'unit'> &
  Partial<Pick<DirectoryRequest, 'columns'>>): void {
  const ignored =
    format === 'csv'
      ? { offset, limit }
      : { columns: columns.length === 0 ? undefined : columns, figures, unit };
  const [name] = Object.entries(ignored).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw problem(
    'invalid-query',
    format === 'csv'
      ? `${name} does not apply to format=csv, which contains all matches. Omit it.`
      : `${name} requires format=csv.`,
  );
}

export const csvHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment',
  'Cache-Control': 'no-store',
} as const;
