import * as z from 'zod/mini';
import { marketState } from './capabilities.ts';

/** What an event can be of. */
export const eventSubjects = [
  'user',
  'wallet',
  'wallets',
  'thematic',
  'thematics',
  'endpoint',
] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** An event of the live stream: no more than is needed to know what to fetch again. */
export const liveEvent = z.looseObject({
  seq: z.number(),
  type: z.string(),
  of: z.enum(eventSubjects),
  /** Id of the resource: a customId, a wallet's or a thematic's _id. */
  subject: z.string(),
  /** Of an event of a user. */
  customId: z.optional(z.string()),
  /** The user and the thematic of an event of a wallet. */
  user: z.optional(z.string()),
  thematics: z.optional(z.string()),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** Prices arrived: the market as in `/x/capabilities`. `version` changes if past prices did. */
export const liveTick = z.extend(marketState, { version: z.number() });
export type LiveTick = z.infer<typeof liveTick>;

/** Messages of the stream besides events. They have no number, and are not replayed. */
export const liveSignals = [
  /** Prices arrived; the last one is sent at once to a new client. */
  'tick',
  /** Attempts of webhooks began or ended; sent at most once a second. */
  'deliveries',
  /** Some events cannot be replayed any more: everything is to be fetched again. */
  'resync',
] as const;
export type LiveSignal = (typeof liveSignals)[number];

/** Header and query parameter with the number of the last event a returning client received. */
export const lastEventId = { header: 'Last-Event-ID', query: 'lastEventId' } as const;

/** A first connection may request events of so many past seconds. */
export const maxSecondsBefore = 60;

/** So many events are replayed to a returning client; one that missed more gets `resync`. */
export const maxReplayed = 1000;

/** After so much silence a comment is sent: a longer silence is a dead connection. */
export const keepAliveMs = 15_000;
