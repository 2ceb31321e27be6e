import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { exposureColumnNames, initialExposureSort, type ExposureBy } from '#contract/exposure.ts';
import { pathOf } from '#contract/operation.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { call } from '../api/client.ts';
import { ticks } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { type Sort, sortParam } from '../url/sortParam.ts';

/** The order in the address, by what the service sorts by. */
export const exposureSortParam = sortParam((id) => exposureColumnNames.some((one) => one === id), {
  by: initialExposureSort.by,
  order: initialExposureSort.isDescending ? 'descending' : 'ascending',
});

interface ExposureQuery {
  readonly by?: ExposureBy;
  readonly q?: string;
  readonly sort?: string;
}

/** What the address requests; what the service decides by itself is left out, so that the same view is the same request. */
export function exposureQueryOf(by: ExposureBy, text: string, sort: Sort): ExposureQuery {
  const q = text.trim();
  const order = exposureSortParam.write(sort);
  return {
    ...(by === 'thematic' ? {} : { by }),
    ...(q === '' ? {} : { q }),
    ...(order === null ? {} : { sort: order }),
  };
}

/** What users hold; until another answer is there the one before stays. */
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
