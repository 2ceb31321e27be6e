import { useState } from 'react';
import { formatDuration } from '../../shared/format/time.ts';
import { ChartFrame, type ChartFrameProps } from '../ChartFrame.tsx';
import { Still } from '../HistoryPicture.tsx';
import { spanWords } from '../periodWords.ts';
import { spokenRows } from '../readHeader.ts';
import { figuresOf } from '../told/figures.ts';
import type { HistoryWindow } from '../window/historyWindow.ts';
import { boxOf } from './boxOf.tsx';
import type { ComparedScene } from './comparedScene.ts';

interface ComparedPictureProps extends Pick<
  ChartFrameProps,
  'title' | 'isOld' | 'onDraft' | 'wholeTimes'
> {
  readonly scene: ComparedScene;
  readonly window: HistoryWindow;
}

/** The lines of a comparison, or the words that stand for none. */
export function ComparedPicture({ scene, window, ...chart }: ComparedPictureProps) {
  const [point, setPoint] = useState<number | null>(null);
  const { period, zoom } = window;
  if (scene.times.length < 2 || scene.basedAt === null) {
    const words =
      zoom !== null && scene.times.length < 2
        ? `Fewer than two records from ${spanWords(zoom)}.`
        : 'These histories have no instant in common, so that none can be held against another.';
    return (
      <Still
        words={words}
        value="–"
        mark="none"
        onReset={zoom === null ? undefined : window.reset}
      />
    );
  }
  return (
    <ChartFrame
      {...{ ...chart, scene, period, point, window }}
      onPoint={setPoint}
      speak={(at) => spokenRows(scene, at, { period, figures: figuresOf(scene) })}
      measure={({ from, to }) => [formatDuration(to - from)]}
      box={boxOf(scene)}
    />
  );
}
