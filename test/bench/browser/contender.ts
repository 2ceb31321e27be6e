/** What is drawn: times in epoch ms. */
export interface Columns {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
}

/** A chart on the page. */
export interface Chart {
  /** What tells one picture from the next; null where the library says by itself when it is done, or draws at once. */
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

/** The same size for all. */
export const size = { width: 1100, height: 316 } as const;
