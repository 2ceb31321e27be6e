import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** How a connected service is: nothing came yet, it answers, or why it does not. */
export const upstreamStates = ['trying', 'answers', 'gone', 'refused', 'unreadable'] as const;
export type UpstreamState = (typeof upstreamStates)[number];

/** One of the 16 calls of the interface, as the connected service answered it during the last hour. */
export const upstreamCall = z.looseObject({
  /** Its name in the contract: `getUsers`. */
  operation: z.string(),
  /** As `GET /p/users/{id}`. */
  label: z.string(),
  /** What was recognised in its answers since the start (`epoch seconds`), each with a path whose answer holds it. */
  shapes: z.array(z.looseObject({ shape: z.string(), example: z.string() })),
  requests: z.number(),
  /** Requests without an answer that can be used. */
  failures: z.number(),
  p50Ms: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
  lastFault: z.nullable(z.looseObject({ at: isoTime, detail: z.string() })),
});
export type UpstreamCall = z.infer<typeof upstreamCall>;

/** How it becomes known here that something changed there. */
export const upstreamLive = z.looseObject({
  /** `webhooks`: its messages say so at once; `polling`: what is shown is requested again every `tickSeconds`. */
  by: z.enum(['webhooks', 'polling']),
  /** Why it is so, in sentences. */
  why: z.string(),
  tickSeconds: z.number(),
  /** Our webhook can be registered: `PUBLIC_URL` says where the service reaches us. */
  canRegister: z.boolean(),
  /** Our webhook there; null: there is none. */
  registration: z.nullable(
    z.looseObject({
      /** Without the secret at its end. */
      url: z.string(),
      types: z.array(z.string()),
      registeredAt: isoTime,
      /** Its messages are signed, and a wrong signature is refused. */
      isSigned: z.boolean(),
    }),
  ),
  /** When a message came last; null: none did since the start. */
  lastMessageAt: z.nullable(isoTime),
  /** What was read that had changed without a message: since then it is known that none arrive; null: that is not known. */
  unannounced: z.nullable(z.looseObject({ what: z.string(), readAt: isoTime })),
});
export type UpstreamLive = z.infer<typeof upstreamLive>;

/** How far the users of the service were read in the background, for the directory. */
export const upstreamReading = z.looseObject({
  /** `waiting`: all was read, or what failed is tried again soon. */
  state: z.enum(['reading', 'waiting', 'cancelled']),
  users: z.number(),
  /** How many of them have their wallets read, and their history over a day. */
  wallets: z.number(),
  histories: z.number(),
  /** When the list was read to its end last; null: not yet. */
  listedAt: z.nullable(isoTime),
  /** Of what is shown, what was read longest ago; null: nothing was read. */
  oldestAt: z.nullable(isoTime),
  /** Why the last thing could not be read; null: it could. */
  fault: z.nullable(z.string()),
  /** How many answers about users could not be read when they were last requested. */
  failing: z.number(),
  /** Why these are not all users of the service; null: they are. */
  incomplete: z.optional(z.nullable(incompleteList)),
});
export type UpstreamReading = z.infer<typeof upstreamReading>;

/** `GET /x/upstream`: the service that this process stands in front of. */
export const upstream = z.looseObject({
  /** Its origin: what follows may be secret. */
  address: z.string(),
  state: z.enum(upstreamStates),
  lastGoodAt: z.nullable(isoTime),
  /** Why it does not answer, with what to do; null: it does, or was not tried yet. */
  fault: z.nullable(z.looseObject({ code: z.string(), detail: z.string(), since: isoTime })),
  calls: z.array(upstreamCall),
  /** Most requests to it at once and within a second. */
  limits: z.looseObject({ concurrent: z.number(), perSecond: z.number() }),
  /** Sent during the last minute. */
  requestsPerMinute: z.number(),
  running: z.number(),
  /** Requests that wait for their turn. */
  waiting: z.number(),
  /** Until when it wants us to wait; null: it does not. */
  heldUntil: z.nullable(isoTime),
  reading: upstreamReading,
  live: upstreamLive,
});
export type Upstream = z.infer<typeof upstream>;
