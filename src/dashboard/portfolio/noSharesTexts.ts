import type { NoShares } from '#analytics/concentration.ts';

export const noSharesTexts: Readonly<Record<NoShares, string>> = {
  nothing: 'No shares: the total is zero.',
  unknown: 'No shares: some values are unknown.',
  negative: 'No shares: some values are negative.',
};

/** Reason if only the user's share is known. */
export const whyNoShareOfUser = (share: number | null | undefined): string | undefined =>
  share === null
    ? 'No shares: some of this user’s holdings are negative or have no known value.'
    : undefined;

export const whyNoShares = (noShares: NoShares | null): string | undefined =>
  noShares === null ? undefined : noSharesTexts[noShares];
