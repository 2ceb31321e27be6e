import { sumOf } from '#analytics/weights.ts';
import type { WaterfallStep } from './Waterfall.tsx';

/** As many names as a hover can hold. */
const mostNames = 40;

/** The largest steps, risers first, and all others as one; what did not move has none. Together they are the sum of all. */
export function largestSteps(all: readonly WaterfallStep[], most = 8): WaterfallStep[] {
  const moved = all
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  // One left over is named as itself.
  const shown = moved.slice(0, moved.length === most + 1 ? most + 1 : most);
  const others = moved.slice(shown.length);
  const steps = shown.toSorted((a, b) => b.value - a.value);
  if (others.length === 0) return steps;
  const names = others.slice(0, mostNames).map(({ label }) => label);
  return [
    ...steps,
    {
      key: 'others',
      label: `${others.length} others`,
      title: names.join(', '),
      value: sumOf(others.map(({ value }) => value)),
    },
  ];
}
