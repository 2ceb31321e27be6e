import type { DatedWeights } from '#analytics/level.ts';

/** The definitions of a thematic that was never redefined. */
export const unchanging = (weights: Float64Array): DatedWeights[] => [{ from: -Infinity, weights }];
