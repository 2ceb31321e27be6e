import type { NoShares } from '#analytics/concentration.ts';

export const noSharesTexts: Readonly<Record<NoShares, string>> = {
  nothing: 'It is worth nothing, so there are no shares.',
  unknown: 'Some of it has no known value, so there are no shares.',
  negative: 'Some of it has a negative value, so there are no shares.',
};

/** Reason if only the user's share is known. */
export const whyNoShareOfUser = (share: number | null | undefined): string | undefined =>
  share === null
    ? 'Some of what this user holds is negative or of no known value, so there are no shares.'
    : undefined;

export const whyNoShares = (noShares: NoShares | null): string | undefined =>
  noShares === null ? undefined : noSharesTexts[noShares];
