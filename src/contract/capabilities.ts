import * as z from 'zod/mini';
import { scheduledBackups } from './backup.ts';
import { isoTime } from './time.ts';

/** What may be offered beyond the interface, each a pane of the dashboard. */
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

/** Where prices come from. */
export const marketKinds = ['simulated', 'stored'] as const;
export type MarketKind = (typeof marketKinds)[number];

/**
 * The market a service values by; `connected`: another service values, in front of which this process stands, and the as of is
 * that of its last good answer.
 */
export const marketState = z.looseObject({
  kind: z.enum([...marketKinds, 'connected']),
  asOf: isoTime,
  /** Seconds between two as ofs of a live market; null where prices are stored and stand still. */
  tickSeconds: z.nullable(z.number()),
});

/** `GET /x/capabilities`. `offers` are strings, so that a newer service can name more. */
export const capabilities = z.looseObject({
  service: z.looseObject({
    name: z.string(),
    version: z.string(),
    /** The host of the service behind it, in connected mode; null: none is. */
    connectedTo: z.nullable(z.string()),
    /** Since when that service does not answer as it should; null: it does, or none is connected. */
    faultSince: z.nullable(isoTime),
  }),
  market: marketState,
  /** Currency of every total, such as USD; null: unknown. */
  currency: z.nullable(z.string()),
  offers: z.array(z.string()),
  /** Operations that are answered 501 here, as `PUT /x/thematics/{id}`, each with the reason; of a connected service. */
  notOffered: z.record(z.string(), z.string()),
});
export type Capabilities = z.infer<typeof capabilities>;

/** Whether a process is well, and no more. */
export const healthStatus = z.looseObject({ status: z.enum(['ok', 'unavailable']) });
export type HealthStatus = z.infer<typeof healthStatus>;

/** `GET /x/health`. */
export const health = z.looseObject({
  ...healthStatus.shape,
  /** Why changes cannot be taken, in a sentence; null: they can. */
  reason: z.nullable(z.string()),
  database: z.looseObject({ engine: z.string(), ok: z.boolean() }),
  market: z.looseObject({ kind: z.string(), asOf: isoTime }),
  /** The system clock beside the service's time, which never goes back; a jump is negative where it was set back. */
  clock: z.looseObject({
    ok: z.boolean(),
    aheadSeconds: z.number(),
    lastJump: z.nullable(z.looseObject({ at: isoTime, seconds: z.number() })),
  }),
  /** Since when deliveries of webhooks wait to be resumed after a restore; null: they do not. */
  deliveriesPausedSince: z.nullable(isoTime),
  backups: scheduledBackups,
  uptimeSeconds: z.number(),
});
export type Health = z.infer<typeof health>;
