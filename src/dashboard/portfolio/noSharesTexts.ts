import type { NoShares } from '#analytics/concentration.ts';

/** Why a share is not shown. */
export const noSharesTexts: Readonly<Record<NoShares, string>> = {
  nothing: 'It is worth nothing, so there are no shares.',
  unknown: 'Some of it has no known value, so there are no shares.',
  negative: 'Some of it has a negative value, so there are no shares.',
};

/** The same of a column; undefined where there are shares. */
export const whyNoShares = (noShares: NoShares | null): string | undefined =>
  noShares === null ? undefined : noSharesTexts[noShares];
