/** Data to draw; times in epoch milliseconds. */
export interface Columns {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
}

export interface Chart {
  /** Identifies the current picture; null: the library draws synchronously, or reports when it is done. */
  readonly picture: () => string | null;
  readonly zoomTo: (from: number, to: number) => void;
  readonly hoverAt: (share: number) => void;
  readonly remove: () => void;
}

export interface Contender {
  /** Converts data to the library's form. Not measured. */
  readonly prepare: (columns: Columns) => (element: HTMLElement) => Chart | Promise<Chart>;
}

/** Copies a history, so that no cache contains it. */
export function anew({ times, totals }: Columns): Columns {
  return { times: times.slice(), totals: totals.slice() };
}

/** Same size for all: 1,100 × 316 px of line and axes. */
export const size = { width: 1100, height: 316 } as const;

/** Returns the picture of our charts: the line, and the hovered point. */
export function pictureOf(element: HTMLElement): string {
  const line = element.querySelector('path.recharts-line-curve')?.getAttribute('d') ?? '';
  const moved = element.querySelectorAll<HTMLElement>('[role="application"] [style*="translateX"]');
  const cursor = [...moved].map(({ style }) => style.transform).join(' ');
  return line === '' ? '' : `${line} ${cursor}`;
}

/** Moves a mouse over one of our charts, whose axis takes 68 px. */
export function moveOver(element: HTMLElement, share: number): void {
  const frame = element.querySelector('[role="application"]');
  const { left = 0, width = 0 } = frame?.getBoundingClientRect() ?? {};
  const clientX = left + share * (width - 68);
  const pointer = { bubbles: true, clientX, clientY: 0, pointerType: 'mouse' };
  frame?.dispatchEvent(new PointerEvent('pointermove', pointer));
}
