import { logTicks } from './logTicks.ts';
import { type RoundTicks, roundTicks } from '../roundTicks.ts';

/** Heights of figures: from the top of a plot in px, with the round values that are labelled. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
  readonly y: (figure: number) => number;
  readonly ticks: RoundTicks;
}

/** Room inside a plot above its highest and below its lowest figure, in px. */
export interface Inset {
  readonly top: number;
  readonly bottom: number;
}

/** The scale on which figures from `lowest` to `highest` stand in a plot of so many px. */
export function linearScale(
  [lowest, highest]: readonly [number, number],
  height: number,
  inset: Inset,
): ValueScale {
  // All the same: a line through the middle of a domain about it.
  const about = lowest === highest ? Math.abs(lowest) * 0.01 || 1 : 0;
  const perPixel = (highest - lowest + 2 * about) / (height - inset.top - inset.bottom);
  const low = lowest - about - inset.bottom * perPixel;
  const high = highest + about + inset.top * perPixel;
  return {
    low,
    high,
    y: (figure) => ((high - figure) / (high - low)) * height,
    // What is never negative has no negative value on its axis, though there is room; the same above zero.
    ticks: roundTicks(
      lowest >= 0 ? Math.max(0, low) : low,
      highest <= 0 ? Math.min(0, high) : high,
    ),
  };
}

/** The same for figures above zero, equal ratios equally far apart. */
export function logScale(
  [lowest, highest]: readonly [number, number],
  height: number,
  inset: Inset,
): ValueScale {
  const { low, high, y } = linearScale([Math.log(lowest), Math.log(highest)], height, inset);
  return {
    low: Math.exp(low),
    high: Math.exp(high),
    y: (figure) => y(Math.log(figure)),
    ticks: logTicks(Math.exp(low), Math.exp(high)),
  };
}
