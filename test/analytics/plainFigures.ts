/**
 * The formulas of the metrics of record as plain loops, written without the code under test. Arrays hold known numbers.
 */
export type Numbers = readonly number[];

export const mean = (of: Numbers): number => of.reduce((sum, x) => sum + x, 0) / of.length;

/** Standard deviation with divisor n − 1. */
export function deviation(of: Numbers): number {
  const middle = mean(of);
  let squares = 0;
  for (const x of of) squares += (x - middle) ** 2;
  return Math.sqrt(squares / (of.length - 1));
}

export function total(of: Numbers): number {
  let value = 1;
  for (const r of of) value *= 1 + r;
  return value - 1;
}

export const perStep = (rf: number, perYear: number): number => (1 + rf) ** (1 / perYear) - 1;

export const plainSharpe = (of: Numbers, rf: number, perYear: number): number =>
  ((mean(of) - perStep(rf, perYear)) / deviation(of)) * Math.sqrt(perYear);

export function plainSortino(of: Numbers, rf: number, perYear: number): number {
  const free = perStep(rf, perYear);
  let squares = 0;
  for (const r of of) if (r < free) squares += (r - free) ** 2;
  return ((mean(of) - free) / Math.sqrt(squares / of.length)) * Math.sqrt(perYear);
}

export function plainOmega(of: Numbers, rf: number, perYear: number): number {
  const free = perStep(rf, perYear);
  let [gains, losses] = [0, 0];
  for (const r of of) {
    if (r > free) gains += r - free;
    else losses += free - r;
  }
  return gains / losses;
}

/** Fall below the highest value so far, at each value. */
export function falls(values: Numbers): number[] {
  let highest = -Infinity;
  return values.map((value) => {
    if (value > highest) highest = value;
    return value / highest - 1;
  });
}

export function plainQuantile(of: Numbers, share: number): number {
  const sorted = of.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const [low, high] = [Math.floor(rank), Math.ceil(rank)];
  return (sorted[low] ?? NaN) * (1 - (rank - low)) + (sorted[high] ?? NaN) * (rank - low);
}

export function plainMoment(of: Numbers, order: number): number {
  const middle = mean(of);
  let sum = 0;
  for (const x of of) sum += (x - middle) ** order;
  return sum / of.length;
}

export function covariance(x: Numbers, y: Numbers): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += ((x[i] ?? NaN) - meanX) * ((y[i] ?? NaN) - meanY);
  return sum / (x.length - 1);
}

export const plainBeta = (r: Numbers, b: Numbers): number => covariance(r, b) / covariance(b, b);

export const plainCorrelation = (r: Numbers, b: Numbers): number =>
  covariance(r, b) / deviation(r) / deviation(b);

export const differences = (r: Numbers, b: Numbers): number[] => r.map((x, i) => x - (b[i] ?? NaN));

/** Values that begin at `start` and grow by the returns. */
export function valuesOf(returns: Numbers, start = 1): Float64Array<ArrayBuffer> {
  const values = [start];
  for (const r of returns) values.push((values.at(-1) ?? NaN) * (1 + r));
  return Float64Array.from(values);
}

/** Difference relative to the expected number; absolute where 0 is expected. */
export const offBy = (actual: number | null | undefined, expected: number): number =>
  Math.abs((actual ?? NaN) - expected) / (Math.abs(expected) || 1);

/** Numbers from 0 to 1 that depend on the seed only (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Independent, normally distributed returns (Box and Muller). */
export function normalReturns(
  count: number,
  { seed = 1, drift = 0, spread = 0.01 }: { seed?: number; drift?: number; spread?: number } = {},
): Float64Array<ArrayBuffer> {
  const next = seeded(seed);
  return Float64Array.from(
    { length: count },
    () => drift + spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  );
}
