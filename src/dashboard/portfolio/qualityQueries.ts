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
import { keys, type SeriesName } from './queryKeys.ts';

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

  series: (name: SeriesName, historyType: HistoryType) =>
    queryOptions({
      queryKey: keys.seriesQuality(name, historyType),
      queryFn: ({ signal }) => {
        if (name.token !== undefined) {
          return call(getTokenQuality, { params: { id: name.token, historyType } }, signal);
        }
        const { user, thematic } = name;
        if (user === undefined) {
          return call(getThematicQuality, { params: { id: thematic, historyType } }, signal);
        }
        const query = thematic === undefined ? {} : { thematic };
        return call(getUserQuality, { params: { id: user, historyType }, query }, signal);
      },
      meta: { stepMs: stepOf[historyType] },
    }),
};
