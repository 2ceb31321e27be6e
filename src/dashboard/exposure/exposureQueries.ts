import { queryOptions } from '@tanstack/react-query';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import {
  exposureColumnNames,
  initialExposureSort,
  type ExposureBy,
  type ExposureWindow,
} from '#contract/exposure.ts';
import { pathOf } from '#contract/operation.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { call } from '../api/client.ts';
import { queryAsOf, ticks } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { type Sort, sortParam } from '../url/sortParam.ts';

export const exposureSortParam = sortParam((id) => exposureColumnNames.some((one) => one === id), {
  by: initialExposureSort.by,
  order: initialExposureSort.isDescending ? 'descending' : 'ascending',
});

interface ExposureQuery {
  readonly by?: ExposureBy;
  readonly q?: string;
  readonly sort?: string;
  readonly asOf?: string;
}

/** Omits defaults, so that equal views are one request. */
export function exposureQueryOf(
  by: ExposureBy,
  text: string,
  sort: Sort,
  asOf: number | null,
): ExposureQuery {
  const q = text.trim();
  const order = exposureSortParam.write(sort);
  return {
    ...(by === 'thematic' ? {} : { by }),
    ...(q === '' ? {} : { q }),
    ...(order === null ? {} : { sort: order }),
    ...queryAsOf(asOf),
  };
}

interface ExposureAnswer extends ExposureWindow {
  readonly query: ExposureQuery;
  readonly path: string;
}

export const exposureOptions = (query: ExposureQuery) =>
  queryOptions<ExposureAnswer>({
    queryKey: keys.exposure(query),
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, limit: maxDirectoryRows } };
      const path = pathOf(getExposure, input);
      return { query, path, ...(await call(getExposure, input, signal)) };
    },
    // Another instant is never shown under the new label.
    placeholderData: (before: ExposureAnswer | undefined) =>
      before?.query.asOf === query.asOf ? before : undefined,
    meta: query.asOf === undefined ? ticks : {},
  });
