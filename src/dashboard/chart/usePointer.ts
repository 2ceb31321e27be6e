import { useRef } from 'react';
import type { Span } from './scene.ts';
import type { Selection } from './selection.ts';

/** What pointers over a chart bring about. */
export interface PointerActions {
  /** The instant at a place of the window (client px), and the stretch now shown. */
  readonly timeAt: (clientX: number) => number;
  readonly shown: () => Span | null;
  readonly read: (at: number | null) => void;
  readonly select: (selection: Selection | null) => void;
  readonly selected: (selection: Selection) => void;
  /** Two fingers draw a window; `isDone` when they leave. */
  readonly pinch: (span: Span, isDone: boolean) => void;
  readonly reset: () => void;
}

/** Shorter drags are clicks of an unsteady hand, longer taps are no taps. */
const dragFrom = 4;
const tapWithin = 300;

interface Finger {
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
}

interface Gesture {
  drag: { x: number; at: number; kind: Selection['kind']; selection: Selection | null } | null;
  readonly fingers: Map<number, Finger>;
  pinch: { at: [number, number]; since: number; span: Span | null } | null;
}

/**
 * The pointer's part of a chart. Mouse and pen: moving reads, a drag zooms, a drag with Shift measures. Touch: a
 * horizontal drag reads, two fingers zoom, and put down and lifted at once they reset; a vertical drag is the page's.
 */
export function usePointer(actions: PointerActions | null) {
  const gesture = useRef<Gesture>({ drag: null, fingers: new Map(), pinch: null });

  const stop = () => {
    const { drag } = gesture.current;
    gesture.current.drag = null;
    if (drag?.selection) actions?.select(null);
    return drag?.selection ?? null;
  };
  const lift = (id: number) => {
    const { fingers, pinch } = gesture.current;
    const wasPinch = pinch !== null && fingers.delete(id);
    fingers.delete(id);
    if (!wasPinch || actions === null) return;
    gesture.current.pinch = null;
    if (pinch.span !== null) actions.pinch(pinch.span, true);
    else if (performance.now() - pinch.since < tapWithin) actions.reset();
  };
  return {
    /** Esc in the middle of a drag; gives whether there was one. */
    drop: () => stop() !== null,
    handlers: {
      onPointerDown: (event: React.PointerEvent) => {
        if (actions === null) return;
        const { clientX, clientY } = event;
        if (event.pointerType === 'touch') {
          const { fingers } = gesture.current;
          fingers.set(event.pointerId, {
            startX: clientX,
            startY: clientY,
            x: clientX,
            y: clientY,
          });
          if (fingers.size === 2) gesture.current.pinch = begunPinch(fingers, actions);
          actions.read(fingers.size === 1 ? actions.timeAt(clientX) : null);
          return;
        }
        if (event.button !== 0) return;
        const kind = event.shiftKey ? 'measure' : 'zoom';
        gesture.current.drag = { x: clientX, at: actions.timeAt(clientX), kind, selection: null };
        actions.read(actions.timeAt(clientX));
      },
      onPointerMove: (event: React.PointerEvent) => {
        if (actions === null) return;
        const { fingers, pinch, drag } = gesture.current;
        const finger = fingers.get(event.pointerId);
        if (finger !== undefined) {
          finger.x = event.clientX;
          finger.y = event.clientY;
        }
        if (pinch !== null) {
          pinch.span = pinched(fingers, pinch.at, actions) ?? pinch.span;
          if (pinch.span !== null) actions.pinch(pinch.span, false);
          return;
        }
        const head = actions.timeAt(event.clientX);
        if (
          drag !== null &&
          (drag.selection !== null || Math.abs(event.clientX - drag.x) > dragFrom)
        ) {
          if (drag.selection === null) event.currentTarget.setPointerCapture(event.pointerId);
          drag.selection = { kind: drag.kind, anchor: drag.at, head };
          actions.select(drag.selection);
        }
        actions.read(head);
      },
      onPointerUp: (event: React.PointerEvent) => {
        lift(event.pointerId);
        const selection = stop();
        if (selection !== null) actions?.selected(selection);
      },
      onPointerCancel: (event: React.PointerEvent) => {
        lift(event.pointerId);
        stop();
        actions?.read(null);
      },
      onPointerLeave: (event: React.PointerEvent) => {
        // A finger that is lifted leaves too; a drag goes on outside.
        if (gesture.current.drag?.selection || event.buttons > 0) return;
        actions?.read(null);
      },
      onDoubleClick: () => actions?.reset(),
    },
  };
}

function begunPinch(fingers: ReadonlyMap<number, Finger>, { timeAt }: PointerActions) {
  const [a, b] = [...fingers.values()].map(({ x }) => timeAt(x));
  if (a === undefined || b === undefined) return null;
  return { at: [a, b] satisfies [number, number], since: performance.now(), span: null };
}

/** The window in which the instants that were under two fingers are under them again; null as long as they have not moved. */
function pinched(
  fingers: ReadonlyMap<number, Finger>,
  [first, second]: readonly [number, number],
  { timeAt, shown }: PointerActions,
): Span | null {
  const [a, b] = [...fingers.values()];
  const now = shown();
  if (a === undefined || b === undefined || now === null) return null;
  const moved = [a, b].some(({ x, y, startX, startY }) => Math.hypot(x - startX, y - startY) > 10);
  const [atA, atB] = [timeAt(a.x), timeAt(b.x)];
  // Crossed or touching fingers say nothing of a scale.
  const factor = (second - first) / (atB - atA);
  if (!moved || !(factor > 0 && factor < Infinity)) return null;
  return { from: first - (atA - now.from) * factor, to: first + (now.to - atA) * factor };
}
