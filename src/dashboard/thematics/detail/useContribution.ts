import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Contribution } from '#contract/contribution.ts';
import { formatTime } from '#contract/time.ts';
import type { Span } from '../../chart/scene.ts';
import { historyOf, historyQuery } from '../../history/historyQueries.ts';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { recordsIn } from '../../portfolio/moved.ts';
import { type HistoryPart, thematicQueries } from '../../portfolio/thematicQueries.ts';

export interface ContributionOfWindow {
  readonly query: UseQueryResult<Contribution>;
  /** No record lies in the zoom: nothing is requested. */
  readonly isWithoutRecords: boolean;
}

/** What each token added to a thematic's level over the window of the page: the period, or what of it is zoomed into. */
export function useContribution(thematicId: string, isInSight: boolean): ContributionOfWindow {
  const { period, zoom } = useHistoryWindow();
  // The chart has it already.
  const history = useQuery({
    ...historyQuery(historyOf.thematic(thematicId), period),
    enabled: zoom !== null,
  });
  const times = history.isPlaceholderData ? undefined : history.data?.times;
  const records = useMemo(() => times && zoom && partOf(times, zoom), [times, zoom]);
  const isWithoutRecords = zoom !== null && records === null;
  // Where the records cannot be read the zoom itself is requested: the service knows them too.
  const isKnown = zoom === null || records !== undefined || history.isError;
  const query = useQuery({
    ...thematicQueries.contribution(
      thematicId,
      period,
      zoom === null ? {} : (records ?? textsOf(zoom)),
    ),
    enabled: isInSight && isKnown && !isWithoutRecords,
    ...(isWithoutRecords && { placeholderData: () => undefined }),
  });
  return { query, isWithoutRecords };
}

const textsOf = ({ from, to }: Span): HistoryPart => ({
  from: formatTime(from),
  to: formatTime(to),
});

/**
 * The records in a zoom, by the first and the last of them; an end of the history is left open, so that it moves with the market.
 * null where there is none.
 */
function partOf(times: Float64Array, zoom: Span): HistoryPart | null {
  const { begin, end } = recordsIn(times, zoom);
  const [from, to] = [times[begin], times[end - 1]];
  if (begin >= end || from === undefined || to === undefined) return null;
  return {
    ...(begin > 0 && { from: formatTime(from) }),
    ...(end < times.length && { to: formatTime(to) }),
  };
}
