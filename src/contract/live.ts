import * as z from 'zod/mini';
import { marketState } from './capabilities.ts';

export const eventSubjects = [
  'user',
  'wallet',
  'wallets',
  'thematic',
  'thematics',
  'endpoint',
] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** An event of the live stream, with just enough data to know what to request again. */
export const liveEvent = z.looseObject({
  seq: z.number(),
  type: z.string(),
  of: z.enum(eventSubjects),
  /** Id of the resource: a customId, or the _id of a wallet or thematic. */
  subject: z.string(),
  /** Set for an event of a user. */
  customId: z.optional(z.string()),
  /** User and thematic of a wallet's event. */
  user: z.optional(z.string()),
  thematics: z.optional(z.string()),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** New prices, with the market as in `/x/capabilities`. `version` changes if past prices did. */
export const liveTick = z.extend(marketState, { version: z.number() });
export type LiveTick = z.infer<typeof liveTick>;

/** Messages of the stream other than events. They have no number and are not replayed. */
export const liveSignals = [
  /** New prices. A new client gets the last tick at once. */
  'tick',
  /** Webhook attempts began or ended. At most one per second. */
  'deliveries',
  /** Some events can no longer be replayed, so clients must request all data again. */
  'resync',
] as const;
export type LiveSignal = (typeof liveSignals)[number];

/** Header and query parameter with the last event number that a reconnecting client received. */
export const lastEventId = { header: 'Last-Event-ID', query: 'lastEventId' } as const;

/** A first connection may request events of this many past seconds. */
export const maxSecondsBefore = 60;

/** Maximum number of replayed events. A client that missed more gets `resync`. */
export const maxReplayed = 1000;

/** Interval of keep-alive comments. Clients treat a longer silence as a lost connection. */
export const keepAliveMs = 15_000;
