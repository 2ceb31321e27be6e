import type { UpstreamLive } from '#contract/upstreamState.ts';

export interface ForeignChangesOptions {
  readonly market: { change(): void; readonly tickSeconds: number };
}

/** Finds out that something changed at the other service. */
export interface ForeignChanges {
  view(): UpstreamLive;
  /** Ends it. */
  stop(): void;
}

/** Every tick all pages request again what they show: totals move with prices, of which no message is sent. */
export function createForeignChanges({ market }: ForeignChangesOptions): ForeignChanges {
  const { tickSeconds } = market;
  const timer = setInterval(() => market.change(), tickSeconds * 1000).unref();
  return {
    view: () => ({
      by: 'polling',
      why: 'This process has no webhook there.',
      tickSeconds,
      registration: null,
      lastMessageAt: null,
    }),
    stop: () => clearInterval(timer),
  };
}
