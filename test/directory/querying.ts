import type { Directory } from '#directory/directory.ts';
import type { DirectoryPageQuery } from '#directory/query.ts';
import { inOneGo } from '#directory/slices.ts';

/** Many runs, on a machine that may be busy. */
export const slow = { timeout: 120_000 };

export const everybody: DirectoryPageQuery & Required<Pick<DirectoryPageQuery, 'excluded'>> = {
  q: '',
  thematics: [],
  tokens: [],
  ranges: {},
  attributes: [],
  excluded: { thematics: [], tokens: [], attributes: [], attributeNames: [] },
  period: 'day',
  sort: { by: 'total', isDescending: true },
  offset: 0,
  limit: 100,
};

// In which order they are added up is nobody's business.
const rounded = (sum: number | null) => (sum === null ? null : Number(sum.toPrecision(9)));

export function find(directory: Directory, { offset, limit, ...query }: DirectoryPageQuery) {
  const { rows, rowIndexes: _, sums, ...all } = inOneGo(directory.find(query));
  const { total, change, flow, return: grown } = sums;
  return {
    ...all,
    sums: {
      ...sums,
      total: rounded(total),
      change: rounded(change),
      flow: rounded(flow),
      return: rounded(grown),
    },
    rows: rows(offset, offset + limit, false),
  };
}
