import type { Chart } from './contender.ts';

/** Longer than anything measured here takes. */
const patience = 60_000;

/** A dot that is another one in each frame, so that each frame is one the screen has to take. */
const dot = document.createElement('i');
Object.assign(dot.style, {
  position: 'fixed',
  width: '1px',
  height: '1px',
  bottom: '0',
  right: '0',
});

/** The beginning of the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      if (!dot.isConnected) document.body.append(dot);
      dot.style.background = dot.style.background === 'black' ? 'white' : 'black';
      resolve();
    });
  });
}

/** The beginning of the first frame that shows a picture other than the one before; of the next, where a chart does not tell. */
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
 * Waits until a picture is on the screen: from the beginning of the frame that shows it, two more. The first has painted
 * it by then; the second could not be handed over before the pixels of the first were ready, wherever they are made.
 */
export async function painted(chart: Chart, before: string | null): Promise<void> {
  await drawn(chart, before);
  await nextFrame();
  await nextFrame();
}
