import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** State of a connected service: no answer yet, answering, or the kind of fault. */
export const upstreamStates = ['trying', 'answers', 'gone', 'refused', 'unreadable'] as const;
export type UpstreamState = (typeof upstreamStates)[number];

/** One of the 16 calls of the interface, with the connected service's answers during the last hour. */
export const upstreamCall = z.looseObject({
  /** Its name in the contract: `getUsers`. */
  operation: z.string(),
  label: z.string(),
  /** Recognized formats of its answers since the start (`epoch seconds`), each with a path whose answer has it. */
  shapes: z.array(z.looseObject({ shape: z.string(), example: z.string() })),
  requests: z.number(),
  failures: z.number(),
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  lastFault: z.nullable(z.looseObject({ at: isoTime, detail: z.string() })),
});
export type UpstreamCall = z.infer<typeof upstreamCall>;

/** How changes at the connected service are detected. */
export const upstreamLive = z.looseObject({
  /** `webhooks`: its messages announce them at once. `polling`: displayed data is requested again every `tickSeconds`. */
  by: z.enum(['webhooks', 'polling']),
  why: z.string(),
  tickSeconds: z.number(),
  /** Our webhook can be registered, because `PUBLIC_URL` is set. */
  canRegister: z.boolean(),
  registration: z.nullable(
    z.looseObject({
      /** Without the secret at its end. */
      url: z.string(),
      types: z.array(z.string()),
      registeredAt: isoTime,
      /** Its messages are signed, and those with a wrong signature are rejected. */
      isSigned: z.boolean(),
    }),
  ),
  /** Time of the last message since the start; null if there was none. */
  lastMessageAt: z.nullable(isoTime),
  /** The first change without a message, which shows that messages do not arrive; null if there is none. */
  unannounced: z.nullable(z.looseObject({ what: z.string(), readAt: isoTime })),
});
export type UpstreamLive = z.infer<typeof upstreamLive>;

/** Progress of the background sync of the service's users, for the directory. */
export const upstreamReading = z.looseObject({
  /** `waiting`: everything was read, or failed requests are due again soon. */
  state: z.enum(['reading', 'waiting', 'cancelled']),
  users: z.number(),
  /** Users whose wallets, and whose history over a day, were read. */
  wallets: z.number(),
  histories: z.number(),
  /** End of the last complete list; null before the first one. */
  listedAt: z.nullable(isoTime),
  /** Time of the oldest data on screen; null if there is no data. */
  oldestAt: z.nullable(isoTime),
  /** Why the last request failed; null if it succeeded. */
  fault: z.nullable(z.string()),
  /** Number of requests about users whose last attempt failed. */
  failing: z.number(),
  /** Why the list of users is incomplete; null if it is complete. */
  incomplete: z.optional(z.nullable(incompleteList)),
});
export type UpstreamReading = z.infer<typeof upstreamReading>;

/** Answer of `GET /x/upstream`: the connected service. */
export const upstream = z.looseObject({
  /** Origin only, because the rest of the address may be secret. */
  address: z.string(),
  state: z.enum(upstreamStates),
  lastGoodAt: z.nullable(isoTime),
  /** Why it does not answer, with advice; null if it does, or before the first request. */
  fault: z.nullable(z.looseObject({ code: z.string(), detail: z.string(), since: isoTime })),
  calls: z.array(upstreamCall),
  /** Maximum of simultaneous requests, and of requests per second. */
  limits: z.looseObject({ concurrent: z.number(), perSecond: z.number() }),
  requestsPerMinute: z.number(),
  running: z.number(),
  waiting: z.number(),
  /** End of the pause that the service requests; null if there is none. */
  heldUntil: z.nullable(isoTime),
  reading: upstreamReading,
  live: upstreamLive,
});
export type Upstream = z.infer<typeof upstream>;
