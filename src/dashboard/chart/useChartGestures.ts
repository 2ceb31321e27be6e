import { useEffect, useRef, useState } from 'react';
import type { Plot } from './plot.ts';
import type { ChartWindow, Span } from './scene.ts';
import { nearestRecord } from './series.ts';
import { effectOf, scaled, type ChartSelection, spanOf, withinRecords } from './selection.ts';

export interface GestureProps {
  /** Left edge of the plot in client px. */
  readonly left: () => number;
  /** Instants that can be hovered, and those of all records regardless of zoom. */
  readonly times: Float64Array;
  readonly allTimes: Float64Array;
  readonly point: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly window: ChartWindow;
  readonly onDraft: (span: Span | null) => void;
}

/** Shorter drags (px) are clicks, and longer taps (ms) are not taps. */
const dragFrom = 4;
const tapWithin = 300;
/** A finger that moved less than this, in px, is still. */
const stillWithin = 10;

interface Finger {
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
}

interface Gesture {
  drag: (Omit<ChartSelection, 'head'> & { readonly x: number; readonly isMoving: boolean }) | null;
  readonly fingers: Map<number, Finger>;
  pinch: { readonly at: readonly number[]; readonly since: number; span: Span | null } | null;
}

/**
 * Inactive without a plot or with an old one. Mouse and pen: moving hovers, a click goes to a record, a drag zooms, a drag with
 * Shift measures. Touch: a
 * horizontal drag hovers, two fingers zoom, a tap of two fingers resets, a vertical drag scrolls the page.
 */
export function useChartGestures(plot: Plot | null, isOld: boolean, props: GestureProps) {
  const { times, allTimes, point, onPoint, window, onDraft } = props;
  const click = useClick((at) => {
    const record = times[nearestRecord(times, at)];
    // The last record is where the page is.
    if (record !== undefined && record !== allTimes.at(-1)) window.goTo(record);
  });
  const [selection, setSelection] = useState<ChartSelection | null>(null);
  const gesture = useRef<Gesture>({ drag: null, fingers: new Map(), pinch: null });
  const isOff = plot === null || isOld;
  const timeAt = ({ from, to, timeAt: timeOf }: Plot, clientX: number) =>
    Math.min(to, Math.max(from, timeOf(clientX - props.left())));

  const zoomTo = (span: Span) => {
    const next = withinRecords(span, allTimes);
    if (next !== undefined) window.zoomTo(next);
  };
  const finish = (finished: ChartSelection) => {
    setSelection(null);
    const span = spanOf(finished, times);
    if (span === null) return;
    if (finished.kind === 'measure') window.measureBetween(span);
    else zoomTo(span);
  };
  const lift = (id: number) => {
    const { fingers, pinch } = gesture.current;
    if (!fingers.delete(id) || pinch === null) return;
    gesture.current.pinch = null;
    if (isOff) return;
    if (pinch.span === null) {
      if (performance.now() - pinch.since < tapWithin) window.reset();
      return;
    }
    const next = withinRecords(pinch.span, allTimes);
    const isSame = next === undefined || (next === null && window.zoom === null);
    if (isSame) onDraft(null);
    else window.zoomTo(next);
  };
  const release = () => {
    const { drag } = gesture.current;
    gesture.current.drag = null;
    return drag?.isMoving === true ? drag : null;
  };
  const isPressed = () => gesture.current.drag?.isMoving === false;

  const onPointerDown = (event: React.PointerEvent) => {
    if (isOff) return;
    const { clientX: x, clientY: y } = event;
    const at = timeAt(plot, x);
    if (event.pointerType === 'touch') {
      const { fingers } = gesture.current;
      fingers.set(event.pointerId, { startX: x, startY: y, x, y });
      if (fingers.size === 2) {
        const instants = Array.from(fingers.values(), (finger) => timeAt(plot, finger.x));
        gesture.current.pinch = { at: instants, since: performance.now(), span: null };
      }
      onPoint(fingers.size === 1 ? at : null);
    } else if (event.button === 0) {
      const kind = event.shiftKey ? 'measure' : 'zoom';
      gesture.current.drag = { x, kind, anchor: at, isMoving: false };
      onPoint(at);
    }
  };
  const onPointerMove = (event: React.PointerEvent) => {
    if (isOff) return;
    const { clientX: x, clientY: y } = event;
    const { fingers, pinch, drag } = gesture.current;
    const finger = fingers.get(event.pointerId);
    if (finger !== undefined) Object.assign(finger, { x, y });
    if (pinch !== null) {
      pinch.span = pinched([...fingers.values()], pinch.at, plot, timeAt) ?? pinch.span;
      const next = pinch.span && withinRecords(pinch.span, allTimes);
      if (pinch.span !== null && next !== undefined)
        onDraft(next ?? { from: -Infinity, to: Infinity });
      return;
    }
    const head = timeAt(plot, x);
    if (drag !== null && (drag.isMoving || Math.abs(x - drag.x) > dragFrom)) {
      if (!drag.isMoving) event.currentTarget.setPointerCapture(event.pointerId);
      gesture.current.drag = { ...drag, isMoving: true };
      setSelection({ kind: drag.kind, anchor: drag.anchor, head });
    }
    onPoint(head);
  };
  const onPointerUp = (event: React.PointerEvent) => {
    lift(event.pointerId);
    if (!isOff && isPressed() && !event.shiftKey) click.press(timeAt(plot, event.clientX));
    const drag = release();
    if (drag !== null && !isOff) {
      finish({ kind: drag.kind, anchor: drag.anchor, head: timeAt(plot, event.clientX) });
    }
  };
  const onPointerCancel = (event: React.PointerEvent) => {
    lift(event.pointerId);
    if (release() !== null) setSelection(null);
    onPoint(null);
  };
  const onPointerLeave = (event: React.PointerEvent) => {
    // A lifted finger also leaves; a drag continues outside.
    if (gesture.current.drag?.isMoving !== true && event.buttons === 0) onPoint(null);
  };

  /** Cancels the latest selection, measurement, zoom or hover. Returns false if there is none. */
  const undo = (): boolean => {
    if (release() !== null || selection !== null) setSelection(null);
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
    if (event.key === 'Enter' && selection === null && point !== null) {
      event.preventDefault();
      click.finish(point);
      return;
    }
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
  const onDoubleClick = () => {
    click.cancel();
    if (!isOff) window.reset();
  };
  const pointers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
  return { selection, handlers: { ...pointers, onDoubleClick, onKeyDown, onBlur } };
}

/** A second click within this time (ms) makes a double-click of the first. */
const doubleClickWithin = 250;

/** Waits after a click, because a double-click means something else. */
function useClick(onClick: (at: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onClick);
  useEffect(() => {
    latest.current = onClick;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    press(at: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(at), doubleClickWithin);
    },
    finish: (at: number) => latest.current(at),
    cancel: () => clearTimeout(timer.current),
  };
}

/** Keeps the two instants under the two fingers; null until they move. */
function pinched(
  [a, b]: readonly Finger[],
  [first = NaN, second = NaN]: readonly number[],
  plot: Plot,
  timeAt: (plot: Plot, clientX: number) => number,
): Span | null {
  if (a === undefined || b === undefined) return null;
  const isStill = ({ x, y, startX, startY }: Finger) =>
    Math.hypot(x - startX, y - startY) <= stillWithin;
  const [atA, atB] = [timeAt(plot, a.x), timeAt(plot, b.x)];
  // Crossed or touching fingers give no scale.
  const factor = (second - first) / (atB - atA);
  if ((isStill(a) && isStill(b)) || !(factor > 0 && factor < Infinity)) return null;
  return { from: first - (atA - plot.from) * factor, to: first + (plot.to - atA) * factor };
}
