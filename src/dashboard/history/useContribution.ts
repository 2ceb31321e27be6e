import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Contribution } from '#contract/contribution.ts';
import { historyOf, historyQuery } from './historyQueries.ts';
import { type ShownPeriod, useHistoryWindow, useLoadedPeriod } from './historyWindow.ts';
import { historyPartOf } from '../portfolio/moved.ts';
import { partOfSpan } from './period.ts';
import { useAsOf } from '../url/asOf.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';

export interface ContributionOfWindow {
  readonly query: UseQueryResult<Contribution>;
  /** The period of its figures. */
  readonly shown: ShownPeriod;
  readonly isWithoutRecords: boolean;
}

export function useContribution(thematicId: string, isInSight: boolean): ContributionOfWindow {
  const { period, zoom, shown } = useHistoryWindow();
  const asOf = useAsOf();
  // The chart has loaded it already.
  const history = useQuery({
    ...historyQuery(historyOf.thematic(thematicId, asOf), period),
    enabled: zoom !== null,
  });
  const times = history.isPlaceholderData ? undefined : history.data?.times;
  const records = useMemo(() => times && zoom && historyPartOf(times, zoom), [times, zoom]);
  const isWithoutRecords = zoom !== null && records === null;
  // If the records cannot be read, the service resolves the zoom's own limits.
  const isKnown = zoom === null || records !== undefined || history.isError;
  const query = useQuery({
    ...thematicQueries.contribution(
      thematicId,
      period,
      zoom === null ? {} : (records ?? partOfSpan(zoom)),
      asOf,
    ),
    enabled: isInSight && isKnown && !isWithoutRecords,
    ...(isWithoutRecords && { placeholderData: () => undefined }),
  });
  return { query, shown: useLoadedPeriod(shown, query.isPlaceholderData), isWithoutRecords };
}

/** Contributions in index points. Together they lead from the first level to the last. */
export function pointsOf(
  contribution: Contribution | undefined,
  part: number | null | undefined,
): number | null {
  const first = contribution?.first ?? null;
  return first === null || part == null ? null : part * first;
}
