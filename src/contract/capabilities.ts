import * as z from 'zod/mini';
import { scheduledBackups } from './backup.ts';
import { isoTime } from './time.ts';

/** Features beyond the interface. Each one is a pane of the dashboard. */
const offers = [
  'directory',
  'positions',
  'statements',
  'tokens',
  'holders',
  'contribution',
  'prices',
  'thematic-definition',
  'import',
  'webhooks',
  'live',
] as const;
export type Offer = (typeof offers)[number];

export const marketKinds = ['simulated', 'stored'] as const;
export type MarketKind = (typeof marketKinds)[number];

/**
 * The market that values holdings. `connected`: a connected service values them, and the as of is the time of its last good
 * answer.
 */
export const marketState = z.looseObject({
  kind: z.enum([...marketKinds, 'connected']),
  asOf: isoTime,
  /** Seconds between two as ofs of a live market; null for stored prices, which do not move. */
  tickSeconds: z.nullable(z.number()),
});

/** Answer of `GET /x/capabilities`. `offers` are strings, so that a newer service can add others. */
export const capabilities = z.looseObject({
  service: z.looseObject({
    name: z.string(),
    version: z.string(),
    /** Host of the connected service; null if there is none. */
    connectedTo: z.nullable(z.string()),
    /** Start of the connected service's current fault; null if it answers or if there is none. */
    faultSince: z.nullable(isoTime),
  }),
  market: marketState,
  /** Currency of every total, such as USD; null: unknown. */
  currency: z.nullable(z.string()),
  offers: z.array(z.string()),
  /** Operations that answer 501 in connected mode, such as `PUT /x/thematics/{id}`, each with the reason. */
  notOffered: z.record(z.string(), z.string()),
});
export type Capabilities = z.infer<typeof capabilities>;

/** Health status without details. */
export const healthStatus = z.looseObject({ status: z.enum(['ok', 'unavailable']) });
export type HealthStatus = z.infer<typeof healthStatus>;

/** Answer of `GET /x/health`. */
export const health = z.looseObject({
  ...healthStatus.shape,
  /** Why changes are not possible, in a sentence; null if they are. */
  reason: z.nullable(z.string()),
  database: z.looseObject({ engine: z.string(), ok: z.boolean() }),
  market: z.looseObject({ kind: z.string(), asOf: isoTime }),
  /**
   * The system clock compared with the service's time, which never goes back. A negative jump means that the clock was set back.
   */
  clock: z.looseObject({
    ok: z.boolean(),
    aheadSeconds: z.number(),
    lastJump: z.nullable(z.looseObject({ at: isoTime, seconds: z.number() })),
  }),
  /** Time of the restore since which deliveries are paused; null if they are not. */
  deliveriesPausedSince: z.nullable(isoTime),
  backups: scheduledBackups,
  uptimeSeconds: z.number(),
});
export type Health = z.infer<typeof health>;
