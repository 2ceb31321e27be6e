import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { paths } from '#contract/paths.ts';
import { type PositionsHistory, positionsHistory } from '#contract/positions.ts';
import { get } from '../shared/api/client.ts';

/** The address that tells amount, price and total of each token of a wallet over a period. */
export function positionsHistoryPath(customId: string, thematicId: string, type: HistoryType) {
  const query = new URLSearchParams({ thematic: thematicId });
  return `${paths.positionsHistory(customId, type)}?${query.toString()}`;
}

/** Those columns, where the service offers them; another period keeps the old ones until it is there. */
export function positionsHistoryQuery(customId: string, thematicId: string, type: HistoryType) {
  return queryOptions<PositionsHistory>({
    queryKey: ['user', customId, 'wallets', thematicId, 'positions', type],
    queryFn: ({ signal }) =>
      get(positionsHistoryPath(customId, thematicId, type), positionsHistory, signal),
    placeholderData: (before, query) =>
      query?.queryKey[1] === customId && query.queryKey[3] === thematicId ? before : undefined,
    // Columns are replaced as a whole.
    structuralSharing: false,
  });
}
