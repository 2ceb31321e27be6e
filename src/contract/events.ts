import * as z from 'zod/mini';
import { minute, stepOf } from './historyType.ts';
import type { EventSubject } from './live.ts';
import { isoTime } from './time.ts';
import { thematic } from './thematic.ts';
import { user } from './user.ts';
import { wallet } from './wallet.ts';

/** Complete description of an event type. Everything else about it is derived from this. */
interface EventDescription<Data extends z.ZodMiniType> {
  readonly of: EventSubject;
  /** Changes of one resource come in bursts. At most one is published per interval, with the latest state. */
  readonly isThrottled?: true;
  readonly title: string;
  readonly description: string;
  readonly data: Data;
  readonly example: z.input<Data> & Record<string, unknown>;
}

/** Type-checks an example against its schema. */
const describe = <Data extends z.ZodMiniType>(of: EventDescription<Data>) => of;

/** Maximum of history records in one message. */
export const maxRecordsPerMessage = 100;
const appended = (what: string) =>
  `Once per whole ${stepOf.day / minute}-minute step, with up to ${maxRecordsPerMessage} ${what} per message.`;
/** An endpoint is disabled after this many days without a successful attempt. */
export const maxFailingDays = 5;
export const failedTooLong = `Every attempt in ${maxFailingDays} days failed.`;
/** An endpoint that answers with this status is disabled at once. */
export const goneStatus = 410;

const previous = z.looseObject({});
const at = '2026-06-17T14:23:40.000Z';
const korv = {
  _id: 'KORV',
  symbol: 'KORV',
  name: 'Korvane',
  price: 53_042.71,
  priceAt: at,
};
const aUser = {
  _id: 'usr_5d0c8f7a1b2e4c3d9f6a7b8c9d0e1f2a',
  customId: 'acme-treasury',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: at,
  total: 1_326_067.75,
  walletCount: 1,
  name: 'Acme Treasury',
};
const aWallet = {
  _id: 'wal_0b5c1d2e3f4a5b6c7d8e9f0a1b2c3d4e',
  user: 'acme-treasury',
  thematics: 'settlement-layers',
  total: 1_326_067.75,
  tokens: [{ token: korv, amount: 25, total: 1_326_067.75 }],
  updatedAt: at,
};
const aThematic = {
  _id: 'settlement-layers',
  name: 'Settlement Layers',
  description: 'Base chains on which value is settled.',
  total: 546.82,
  tokens: [{ token: korv, weight: 1 }],
  change: { day: 0.0512, week: -0.0577, month: 0.1732, year: 0.9746, all: 4.4682 },
  backfilledUntil: null,
  createdAt: '2021-01-01T00:00:00.000Z',
  updatedAt: at,
};

const appendedWallet = z.looseObject({
  date: isoTime,
  records: z.array(
    z.looseObject({
      user: z.string(),
      thematics: z.string(),
      total: z.number(),
    }),
  ),
});
const appendedThematic = z.looseObject({
  date: isoTime,
  records: z.array(z.looseObject({ thematics: z.string(), total: z.number() })),
});
const disabledEndpoint = z.looseObject({
  _id: z.string(),
  url: z.string(),
  reason: z.string(),
  disabledAt: isoTime,
});

// The interface does not show the values of WebhookType. Ours name events.
/** All event types. `data` is the resource as the interface shows it, with `previous` for the changed fields. */
export const eventDescriptions = {
  'user.created': describe({
    of: 'user',
    title: 'A user was created',
    description: 'The user with their attributes and first holdings, if any.',
    data: user,
    example: aUser,
  }),
  'user.updated': describe({
    of: 'user',
    isThrottled: true,
    title: 'Attributes of a user changed',
    description:
      '`previous` contains the old value of each changed attribute; null if the attribute is new.',
    data: z.extend(user, { previous }),
    example: { ...aUser, previous: { name: 'Acme' } },
  }),
  'wallet.created': describe({
    of: 'wallet',
    title: 'A wallet was created',
    description: 'The user received holdings in a thematic where they had no wallet.',
    data: wallet,
    example: aWallet,
  }),
  'wallet.updated': describe({
    of: 'wallet',
    isThrottled: true,
    title: 'Positions of a wallet changed',
    description: 'The holdings changed. A price change alone sends no event.',
    data: z.extend(wallet, { previous }),
    example: {
      ...aWallet,
      previous: { total: 1_060_854.2, tokens: [{ token: korv, amount: 20, total: 1_060_854.2 }] },
    },
  }),
  'wallet.history.appended': describe({
    of: 'wallets',
    title: 'New records of wallets’ histories',
    description: appended('wallets'),
    data: appendedWallet,
    example: {
      date: '2026-06-17T14:20:00.000Z',
      records: [
        {
          user: 'acme-treasury',
          thematics: 'settlement-layers',
          total: 1_325_990.5,
        },
      ],
    },
  }),
  'thematic.created': describe({
    of: 'thematic',
    title: 'A thematic was created',
    description: 'Defined or imported.',
    data: thematic,
    example: aThematic,
  }),
  'thematic.updated': describe({
    of: 'thematic',
    isThrottled: true,
    title: 'A thematic’s name, tokens or weights changed',
    description: '`previous` contains the old name, description and weights.',
    data: z.extend(thematic, { previous }),
    example: {
      ...aThematic,
      previous: {
        name: 'Settlement',
        description: aThematic.description,
        tokens: [{ token: 'KORV', weight: 1 }],
      },
    },
  }),
  'thematic.history.appended': describe({
    of: 'thematics',
    title: 'New records of thematics’ levels',
    description: appended('thematics'),
    data: appendedThematic,
    example: {
      date: '2026-06-17T14:20:00.000Z',
      records: [{ thematics: 'settlement-layers', total: 546.71 }],
    },
  }),
  'webhook.disabled': describe({
    of: 'endpoint',
    title: 'An endpoint was disabled',
    description: `It answered ${goneStatus}, every attempt in ${maxFailingDays} days failed, or a person disabled it. Sent to the other endpoints.`,
    data: disabledEndpoint,
    example: {
      _id: 'ep_7f31c2d4e5f60718293a4b5c6d7e8f90',
      url: 'https://example.com/hooks',
      reason: failedTooLong,
      disabledAt: at,
    },
  }),
};

export type EventType = keyof typeof eventDescriptions;
export type EventData<Type extends EventType> = (typeof eventDescriptions)[Type]['example'];

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDescriptions, type);
}

export const eventTypes: readonly EventType[] = Object.keys(eventDescriptions).filter(isEventType);

/** Replaces a resource whose message would be too large: its ids, and a link to it. */
export const thinData = z.looseObject({ truncated: z.literal(true), href: z.string() });

/** Schema of an event's message, complete or thin. */
export function messageSchema(data: z.ZodMiniType) {
  return z.looseObject({
    type: z.string(),
    timestamp: isoTime,
    seq: z.number(),
    /** A test for a receiver, not an event of the service. */
    test: z.optional(z.literal(true)),
    data: z.union([data, thinData]),
  });
}

/** A row of `GET /x/webhooks/types`. */
export const webhookTypeDescription = z.looseObject({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
});
export const webhookTypeList = z.array(webhookTypeDescription);
