/** What is drawn: times in epoch ms. */
export interface Columns {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
}

/** A chart on the page. */
export interface Chart {
  /** What tells one picture from the next; null where the library draws at once, or says by itself when it is done. */
  readonly picture: () => string | null;
  readonly zoomTo: (from: number, to: number) => void;
  /** Reads the point at a share of the plot's width. */
  readonly hoverAt: (share: number) => void;
  readonly remove: () => void;
}

/** A way to draw a history. */
export interface Contender {
  /** Puts data into the shape the library takes; not measured. */
  readonly prepare: (columns: Columns) => (element: HTMLElement) => Chart | Promise<Chart>;
}

/** A history that nobody has seen. */
export function anew({ times, totals }: Columns): Columns {
  return { times: times.slice(), totals: totals.slice() };
}

/** The same size for all: 1,100 × 316 px of line and axes. */
export const size = { width: 1100, height: 316 } as const;

/** What our charts show: the line, and where the pointer reads it. */
export function pictureOf(element: HTMLElement): string {
  const line = element.querySelector('path.recharts-line-curve')?.getAttribute('d') ?? '';
  const moved = element.querySelectorAll<HTMLElement>('[role="application"] [style*="translateX"]');
  const cursor = [...moved].map(({ style }) => style.transform).join(' ');
  return line === '' ? '' : `${line} ${cursor}`;
}

/** Moves a mouse over one of our charts, 68 px of which are its axis. */
export function moveOver(element: HTMLElement, share: number): void {
  const frame = element.querySelector('[role="application"]');
  const { left = 0, width = 0 } = frame?.getBoundingClientRect() ?? {};
  const clientX = left + share * (width - 68);
  const pointer = { bubbles: true, clientX, clientY: 0, pointerType: 'mouse' };
  frame?.dispatchEvent(new PointerEvent('pointermove', pointer));
}
