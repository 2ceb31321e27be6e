import { formatTime } from '#contract/time.ts';
import { problem } from './problem.ts';

/** The present of a market. */
interface Present {
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Seconds between two as ofs; null for prices that do not tick. */
  readonly tickSeconds: number | null;
}

/**
 * Returns the as of of an answer about the past: the tick at or before the requested instant. Stored prices do not tick, so any
 * instant is possible. Throws 400 invalid-query for the future.
 * @param requested epoch milliseconds; undefined: the present.
 */
export function asOfAt(requested: number | undefined, { asOf, tickSeconds }: Present): number {
  if (requested === undefined) return asOf;
  const tick = (tickSeconds ?? 0) * 1000;
  const at = tick === 0 ? requested : Math.floor(requested / tick) * tick;
  if (at <= asOf) return at;
  throw problem(
    'invalid-query',
    `asOf is ${formatTime(requested)}, which is in the future: the present is ${formatTime(asOf)}. Use an earlier time, or omit asOf.`,
  );
}
