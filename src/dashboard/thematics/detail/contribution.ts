import { queryOptions } from '@tanstack/react-query';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { getContribution } from '#contract/operations/thematics.ts';
import { call } from '../../shared/api/client.ts';
import type { WaterfallStep } from '../../shared/ui/Waterfall.tsx';
import { largestSteps } from '../../shared/ui/waterfallSteps.ts';

/** What each token added to the change of a thematic over a period; another period keeps the old until it is there. */
export function contributionQuery(thematicId: string, historyType: HistoryType) {
  return queryOptions<Contribution>({
    queryKey: ['thematic', thematicId, 'contribution', historyType],
    queryFn: ({ signal }) =>
      call(getContribution, { params: { id: thematicId, historyType } }, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === thematicId ? before : undefined),
  });
}

/** The steps from the first level to the last: the tokens that moved it most, risers first, then all others as one. */
export function contributionSteps({ tokens }: Contribution): WaterfallStep[] {
  return largestSteps(
    tokens.map(({ token, contribution: value }) => ({
      key: token._id,
      label: token.symbol,
      title: token.name,
      value: value ?? 0,
    })),
  );
}
