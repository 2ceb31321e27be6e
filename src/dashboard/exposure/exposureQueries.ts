import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { exposureColumnNames, initialExposureSort, type ExposureBy } from '#contract/exposure.ts';
import { pathOf } from '#contract/operation.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { call } from '../api/client.ts';
import { ticks } from '../portfolio/capabilities.ts';
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
}

/** Omits defaults, so that equal views are one request. */
export function exposureQueryOf(by: ExposureBy, text: string, sort: Sort): ExposureQuery {
  const q = text.trim();
  const order = exposureSortParam.write(sort);
  return {
    ...(by === 'thematic' ? {} : { by }),
    ...(q === '' ? {} : { q }),
    ...(order === null ? {} : { sort: order }),
  };
}

export const exposureOptions = (query: ExposureQuery) =>
  queryOptions({
    queryKey: keys.exposure(query),
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, limit: maxDirectoryRows } };
      const path = pathOf(getExposure, input);
      return { query, path, ...(await call(getExposure, input, signal)) };
    },
    placeholderData: keepPreviousData,
    meta: ticks,
  });
