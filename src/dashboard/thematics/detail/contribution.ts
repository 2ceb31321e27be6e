import type { Contribution } from '#contract/contribution.ts';
import { largestSteps, type WaterfallStep } from '../../portfolio/Waterfall.tsx';

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
