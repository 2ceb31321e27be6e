import { queryOptions } from '@tanstack/react-query';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import {
  exposureColumnNames,
  initialExposureSort,
  type ExposureBy,
  type ExposureWindow,
} from '#contract/exposure.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookExposure } from '#contract/operations/book.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { call } from '../api/client.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { queryAsOf, ticks } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { type Sort, sortParam } from '../url/sortParam.ts';

export const exposureSortParam = sortParam((id) => exposureColumnNames.some((one) => one === id), {
  by: initialExposureSort.by,
  order: initialExposureSort.isDescending ? 'descending' : 'ascending',
});

type ExposureQuery = MembersQuery & {
  readonly by?: ExposureBy;
  readonly sort?: string;
  readonly asOf?: string;
};

/** Omits defaults, so that equal views are one request. */
export function exposureQueryOf(
  by: ExposureBy,
  members: MembersQuery,
  sort: Sort,
  asOf: number | null,
): ExposureQuery {
  const order = exposureSortParam.write(sort);
  return {
    ...(by === 'thematic' ? {} : { by }),
    ...members,
    ...(order === null ? {} : { sort: order }),
    ...queryAsOf(asOf),
  };
}

interface ExposureAnswer extends ExposureWindow {
  readonly query: ExposureQuery;
  readonly path: string;
}

/** Only the exposure of a book goes with filters by holdings as of a past instant: it changes holdings, not members. */
export const exposureCall = ({ asOf, by: _, sort: __, ...members }: ExposureQuery) =>
  asOf !== undefined && Object.keys(members).some((name) => name !== 'q')
    ? getBookExposure
    : getExposure;

export const exposureOptions = (query: ExposureQuery) =>
  queryOptions<ExposureAnswer>({
    queryKey: keys.exposure(query),
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, limit: maxDirectoryRows } };
      const operation = exposureCall(query);
      const path = pathOf(operation, input);
      return { query, path, ...(await call(operation, input, signal)) };
    },
    // Another instant is never shown under the new label.
    placeholderData: (before: ExposureAnswer | undefined) =>
      before?.query.asOf === query.asOf ? before : undefined,
    meta: query.asOf === undefined ? ticks : {},
  });
