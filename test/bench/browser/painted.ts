import type { Chart } from './contender.ts';

/** Timeout, longer than any measurement here. */
const patience = 60_000;

/** Dot that changes in each frame, so that the screen must take each frame. */
const dot = document.createElement('i');
Object.assign(dot.style, {
  position: 'fixed',
  width: '1px',
  height: '1px',
  bottom: '0',
  right: '0',
});

export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      if (!dot.isConnected) document.body.append(dot);
      dot.style.background = dot.style.background === 'black' ? 'white' : 'black';
      resolve();
    });
  });
}

/** Resolves at the start of the first frame with a new picture; of the next frame if a chart does not identify its pictures. */
export async function drawn(chart: Chart, before: string | null): Promise<void> {
  const began = performance.now();
  const isWaiting = () => {
    const picture = chart.picture();
    return picture !== null && (picture === before || picture === '');
  };
  do {
    if (performance.now() - began > patience) throw new Error('Nothing was drawn.');
    await nextFrame();
  } while (isWaiting());
}

/**
 * Waits until a picture is on the screen: two frames after the start of the one that shows it. The first has painted it by then.
 * The second could not be handed over before the pixels of the first were ready, wherever they are rendered.
 */
export async function painted(chart: Chart, before: string | null): Promise<void> {
  await drawn(chart, before);
  await nextFrame();
  await nextFrame();
}
