import { useState } from 'react';
import type { Plot } from './plot.ts';
import type { ChartWindow, Span } from './scene.ts';
import { effectOf, scaled, type Selection, spanOf, withinRecords } from './selection.ts';
import { usePointer } from './usePointer.ts';

/** What the gestures of a chart move and read. */
export interface GestureProps {
  /** Where the left edge of the plot is, in client px. */
  readonly left: () => number;
  /** The instants that can be read, and those of all records, zoomed away or not. */
  readonly times: Float64Array;
  readonly allTimes: Float64Array;
  readonly point: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly window: ChartWindow;
  /** The window that two fingers draw, until they leave and it is the zoom. */
  readonly onDraft: (span: Span | null) => void;
}

/** Pointer and keyboard of a chart, and what they select. Without a plot, or while it is of another period, they do nothing. */
export function useChartGestures(plot: Plot | null, isOld: boolean, props: GestureProps) {
  const { times, allTimes, point, onPoint, window, onDraft } = props;
  const [selection, setSelection] = useState<Selection | null>(null);
  const isOff = plot === null || isOld;

  const finish = (finished: Selection) => {
    setSelection(null);
    const span = spanOf(finished, times);
    if (span === null) return;
    if (finished.kind === 'measure') window.measureBetween(span);
    else zoomTo(span);
  };
  const zoomTo = (span: Span) => {
    const next = withinRecords(span, allTimes);
    if (next !== undefined) window.zoomTo(next);
  };
  const pointer = usePointer(
    isOff
      ? null
      : {
          timeAt: (clientX) =>
            Math.min(plot.to, Math.max(plot.from, plot.timeAt(clientX - props.left()))),
          shown: () => plot,
          read: onPoint,
          select: setSelection,
          selected: finish,
          pinch: (span, isDone) => {
            const next = withinRecords(span, allTimes);
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
    if (pointer.drop() || selection !== null) setSelection(null);
    else if (window.measure !== null) window.measureBetween(null);
    else if (window.zoom !== null) window.zoomTo(null);
    else if (point !== null) {
      onPoint(null);
      window.reset();
    } else return false;
    return true;
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isOff || event.altKey || event.ctrlKey || event.metaKey) return;
    const effect = effectOf(event, { point, selection }, times);
    if (effect === undefined) return;
    if (effect.does === 'move') {
      setSelection(effect.selection);
      onPoint(effect.point);
    } else if (effect.does === 'finish') finish(effect.selection);
    else if (effect.does === 'scale')
      zoomTo(scaled(plot, point ?? (plot.from + plot.to) / 2, effect.factor));
    else if (!undo()) return;
    event.preventDefault();
  };
  const onBlur = () => {
    setSelection(null);
    onPoint(null);
  };
  return { selection, handlers: { ...pointer.handlers, onKeyDown, onBlur } };
}
