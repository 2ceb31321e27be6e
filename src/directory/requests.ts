import type { QueryOf } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import { problem } from '#platform/http/problem.ts';
import type { DirectoryFilter } from './query.ts';

export type DirectoryRequest = QueryOf<typeof getDirectory>;

const maxAttributes = 20;

export function filterOf(
  query: Omit<
    DirectoryRequest,
    'sort' | 'offset' | 'limit' | 'format' | 'columns' | 'figures' | 'unit'
  >,
): DirectoryFilter {
  const { q = '', thematic, token, period = 'day' } = query;
  const attributes = Object.entries(query['attribute.*']).map(([name, values]) => ({
    name,
    values,
  }));
  if (attributes.length > maxAttributes) {
    throw problem(
      'invalid-query',
      `attribute.NAME is given for ${attributes.length} names; at most ${maxAttributes} can be filtered at once.`,
    );
  }
  return { q, thematics: thematic, tokens: token, ranges: query, attributes, period };
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
      ? `${name} is given; format=csv has all that match. Leave it out.`
      : `${name} is given; it goes with format=csv.`,
  );
}

export const csvHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment',
  'Cache-Control': 'no-store',
} as const;
