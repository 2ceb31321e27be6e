// Separate from the schemas of figures, which pages load only with their panels.

/** Number of drawdowns in an answer at most, deepest first. */
export const maxDrawdowns = 5;

/** Number of thematics in a benchmark at most. */
export const maxBenchmarks = 20;

/** Words for a benchmark that is no thematic's id. */
export const noBenchmark = 'none';

/** Returns below which a ratio says nothing. */
export const minReturns = 20;
