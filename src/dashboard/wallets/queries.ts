import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { call } from '../shared/api/client.ts';

/** Amount, price and total of each token of a wallet over a period; another period keeps the old ones until it is there. */
export function positionsHistoryQuery(
  customId: string,
  thematicId: string,
  historyType: HistoryType,
) {
  const input = { params: { id: customId, historyType }, query: { thematic: thematicId } };
  return queryOptions<PositionsHistory>({
    queryKey: ['user', customId, 'wallets', thematicId, 'positions', historyType],
    queryFn: ({ signal }) => call(getPositionsHistory, input, signal),
    placeholderData: (before, query) =>
      query?.queryKey[1] === customId && query.queryKey[3] === thematicId ? before : undefined,
    // Columns are replaced as a whole.
    structuralSharing: false,
  });
}
