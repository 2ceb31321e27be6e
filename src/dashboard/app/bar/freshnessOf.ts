import type { Capabilities } from '#contract/capabilities.ts';
import { parseTime } from '#contract/time.ts';
import { NetworkError } from '../../api/errors.ts';

/** How fresh what is shown is. */
export type Freshness =
  | { readonly kind: 'unknown' }
  /** Prices arrive and the figures tick: told as they come, or asked for again and again. */
  | {
      readonly kind: 'live' | 'polling';
      readonly market: 'simulated' | 'stored';
      readonly asOf: number;
    }
  /** Nothing ticks: all windows end there. */
  | { readonly kind: 'stored'; readonly asOf: number }
  /** Nothing new comes; what is shown stays readable. */
  | { readonly kind: 'lost'; readonly why: Loss; readonly since: number };

/** The network is down, the service answers with failures, or ticks are missed and nobody knows why yet. */
export type Loss = 'connection' | 'answer' | 'ticks';

/** What is known of the service, which each tick renews. */
export interface Heard {
  readonly data: Capabilities | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** So many ticks may be missed, and one answer may take so long, before the figures are not called live. */
const missed = 3;
const patience = 15_000;

export function freshnessOf(
  { data, error, dataUpdatedAt, errorUpdatedAt }: Heard,
  now: number,
  isLive: boolean,
): Freshness {
  if (error !== null) {
    const why = error instanceof NetworkError ? 'connection' : 'answer';
    return { kind: 'lost', why, since: data === undefined ? errorUpdatedAt : dataUpdatedAt };
  }
  if (data === undefined) return { kind: 'unknown' };
  const { kind: market, asOf, tickSeconds } = data.market;
  if (tickSeconds === null) return { kind: 'stored', asOf: parseTime(asOf) };
  if (now - dataUpdatedAt > missed * tickSeconds * 1000 + patience) {
    return { kind: 'lost', why: 'ticks', since: dataUpdatedAt };
  }
  return { kind: isLive ? 'live' : 'polling', market, asOf: parseTime(asOf) };
}
