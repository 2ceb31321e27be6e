import * as z from 'zod/mini';
import { marketState } from './capabilities.ts';

/** An event as the live stream tells it: no more than is needed to know what to ask for anew. */
export const liveEvent = z.looseObject({
  seq: z.number(),
  type: z.string(),
  /** Id of the resource it tells of: a customId, a wallet's or a thematic's _id. */
  subject: z.string(),
  /** Of the user it tells of, where it tells of one. */
  customId: z.optional(z.string()),
  /** Whose wallet, and in which thematic, where it tells of a wallet. */
  user: z.optional(z.string()),
  thematics: z.optional(z.string()),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** Prices arrived: the market as `/x/capabilities` tells it. `version` differs where the past became another one. */
export const liveTick = z.extend(marketState, { version: z.number() });
export type LiveTick = z.infer<typeof liveTick>;

/** What the stream tells besides events. It has no number, and is not told again to who was away. */
export const liveSignals = [
  /** Prices arrived; the last one is told at once to who connects. */
  'tick',
  /** Attempts of webhooks began or ended: at most once a second. */
  'deliveries',
  /** Some events cannot be told any more: everything is to be asked for anew. */
  'resync',
] as const;
export type LiveSignal = (typeof liveSignals)[number];

/** Header and query parameter in which who was away tells the number up to which it knows all. */
export const lastEventId = { header: 'Last-Event-ID', query: 'lastEventId' } as const;

/** The most seconds of the past for which a first connection may ask. */
export const mostSecondsBefore = 60;

/** So many events are told to who was away; to who missed more: `resync`. */
export const mostReplayed = 1000;

/** A comment comes after so many milliseconds in which nothing else did: silence for longer is a dead connection. */
export const keepAliveEvery = 15_000;
