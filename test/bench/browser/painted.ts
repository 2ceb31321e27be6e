import type { Chart } from './contender.ts';

const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
  });

/** Longer than anything measured here takes. */
const patience = 60_000;

/** Waits until a picture other than the one before is on the screen: drawn, then two frames begun. */
export async function painted(chart: Chart, before: string | null): Promise<void> {
  const began = performance.now();
  const isWaiting = () => before !== null && (chart.picture() === before || chart.picture() === '');
  while (isWaiting()) {
    if (performance.now() - began > patience) throw new Error('Nothing was drawn.');
    await nextFrame();
  }
  await nextFrame();
  await nextFrame();
}

/** Milliseconds until a change is on the screen. */
export async function timeOf(
  chart: Chart,
  change: () => void,
  isRedrawn: boolean,
): Promise<number> {
  const before = isRedrawn ? chart.picture() : null;
  await nextFrame();
  const began = performance.now();
  change();
  await painted(chart, before);
  return performance.now() - began;
}
