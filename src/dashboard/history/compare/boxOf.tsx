import type { ChartFrameProps } from '../ChartFrame.tsx';
import type { Scene } from '../scene/scene.ts';
import { ReadingBox } from './ReadingBox.tsx';

/** What stands beside the guideline of a scene: of several lines a box, of one nothing, the header reads it. */
export function boxOf(scene: Scene): ChartFrameProps['box'] {
  if (scene.lines.length < 2) return undefined;
  return (at, measured, place) => (
    <ReadingBox
      scene={scene}
      at={at ?? measured?.to ?? null}
      since={at === null ? (measured?.from ?? null) : null}
      place={place}
    />
  );
}
