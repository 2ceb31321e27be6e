import { queryOptions } from '@tanstack/react-query';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { type HistoryType, minute, stepOf } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getQuality,
  getThematicQuality,
  getTokenQuality,
  getUserQuality,
} from '#contract/operations/quality.ts';
import { call } from '../api/client.ts';
import { queryAsOf } from './capabilities.ts';
import { keyAsOf, keys, type SeriesSubject } from './queryKeys.ts';

const window = { query: { limit: maxDirectoryRows } };

export const qualityQueries = {
  /** Flaws change with steps, not with ticks. */
  all: () =>
    queryOptions({
      queryKey: keys.quality,
      queryFn: ({ signal }) => call(getQuality, window, signal),
      meta: { stepMs: 5 * minute },
    }),
  allPath: pathOf(getQuality, window),

  series: (name: SeriesSubject, historyType: HistoryType, asOf: number | null) =>
    queryOptions({
      queryKey: keyAsOf(keys.seriesQuality(name, historyType), asOf),
      queryFn: ({ signal }) => {
        const past = queryAsOf(asOf);
        if (name.token !== undefined) {
          const params = { id: name.token, historyType };
          return call(getTokenQuality, { params, query: past }, signal);
        }
        const { user, thematic } = name;
        if (user === undefined) {
          const params = { id: thematic, historyType };
          return call(getThematicQuality, { params, query: past }, signal);
        }
        const query = { ...past, ...(thematic !== undefined && { thematic }) };
        return call(getUserQuality, { params: { id: user, historyType }, query }, signal);
      },
      meta: asOf === null ? { stepMs: stepOf[historyType] } : {},
    }),
};
