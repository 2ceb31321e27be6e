import { useState } from 'react';
import type { Plot } from '../plot.ts';
import type { HistoryWindow } from '../window/historyWindow.ts';
import type { Span } from '../window/params.ts';
import { type Band, scaled, spanOfBand, withinRecords } from './band.ts';
import { effectOf } from './keys.ts';
import { usePointer } from './pointer.ts';

/** What the gestures of a chart move and read. */
export interface Gestured {
  /** Where the left edge of the plot is, in client px. */
  readonly left: () => number;
  /** The instants that can be read, and those of all records, zoomed away or not. */
  readonly times: Float64Array;
  readonly wholeTimes: Float64Array;
  readonly point: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly window: Pick<HistoryWindow, 'zoom' | 'measure' | 'zoomTo' | 'measureBetween' | 'reset'>;
  /** The window that two fingers draw, until they leave and it is the zoom. */
  readonly onDraft: (span: Span | null) => void;
}

/** Pointer and keyboard of a chart, and the band that they draw. Without a plot, or while it is an old one, they rest. */
export function useChartGestures(plot: Plot | null, isOld: boolean, gestured: Gestured) {
  const { times, wholeTimes, point, onPoint, window, onDraft } = gestured;
  const [band, setBand] = useState<Band | null>(null);
  const rests = plot === null || isOld;

  const finish = (finished: Band) => {
    setBand(null);
    const span = spanOfBand(finished, times);
    if (span === null) return;
    if (finished.kind === 'measure') window.measureBetween(span);
    else zoomTo(span);
  };
  const zoomTo = (span: Span) => {
    const next = withinRecords(span, wholeTimes);
    if (next !== undefined) window.zoomTo(next);
  };
  const pointer = usePointer(
    rests
      ? null
      : {
          timeAt: (clientX) =>
            Math.min(plot.to, Math.max(plot.from, plot.timeAt(clientX - gestured.left()))),
          shown: () => plot,
          read: onPoint,
          select: setBand,
          selected: finish,
          pinch: (span, isDone) => {
            const next = withinRecords(span, wholeTimes);
            const isSame = next === undefined || (next === null && window.zoom === null);
            if (!isDone) {
              if (next !== undefined) onDraft(next ?? { from: -Infinity, to: Infinity });
            } else if (isSame) onDraft(null);
            else window.zoomTo(next);
          },
          reset: window.reset,
        },
  );
  /** Takes back what was done last: a selection, a measure, a zoom, the reading; gives whether there was any. */
  const undo = (): boolean => {
    if (pointer.drop() || band !== null) setBand(null);
    else if (window.measure !== null) window.measureBetween(null);
    else if (window.zoom !== null) window.zoomTo(null);
    else if (point !== null) onPoint(null);
    else return false;
    return true;
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (rests || event.altKey || event.ctrlKey || event.metaKey) return;
    const effect = effectOf(event, { point, band }, times);
    if (effect === undefined) return;
    if (effect.does === 'move') {
      setBand(effect.band);
      onPoint(effect.point);
    } else if (effect.does === 'finish') finish(effect.band);
    else if (effect.does === 'scale')
      zoomTo(scaled(plot, point ?? (plot.from + plot.to) / 2, effect.factor));
    else if (!undo()) return;
    event.preventDefault();
  };
  const onBlur = () => {
    setBand(null);
    onPoint(null);
  };
  return { band, handlers: { ...pointer.handlers, onKeyDown, onBlur } };
}
