import * as z from 'zod/mini';
import { isoTime } from './time.ts';
import { thematic } from './thematic.ts';
import { user } from './user.ts';
import { wallet } from './wallet.ts';
import type { EventType } from './webhook.ts';

/** What a type of event means, and what its message carries. */
export interface EventDescription {
  readonly title: string;
  readonly description: string;
  readonly data: z.ZodMiniType;
  readonly example: Record<string, unknown>;
}

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
  createdAt: '2021-01-01T00:00:00.000Z',
  updatedAt: at,
};

const appendedWallet = z.looseObject({
  /** The whole 5-minute step the records are of. */
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

/** Every type of event: `data` is the resource as the interface shows it, with `previous` of what changed. */
export const eventDescriptions: Readonly<Record<EventType, EventDescription>> = {
  'user.created': {
    title: 'A user was created',
    description: 'The user as it is from now on.',
    data: user,
    example: { ...aUser, total: 0, walletCount: 0 },
  },
  'user.updated': {
    title: 'Attributes of a user changed',
    description: '`previous` holds each attribute that changed as it was; null where it is new.',
    data: z.extend(user, { previous }),
    example: { ...aUser, previous: { name: 'Acme' } },
  },
  'wallet.created': {
    title: 'A wallet was created',
    description: 'The user got holdings in a thematic they had no wallet in.',
    data: wallet,
    example: aWallet,
  },
  'wallet.updated': {
    title: 'Positions of a wallet changed',
    description: 'Its holdings were changed. A change of prices alone is no event.',
    data: z.extend(wallet, { previous }),
    example: {
      ...aWallet,
      previous: { total: 1_060_854.2, tokens: [{ token: korv, amount: 20, total: 1_060_854.2 }] },
    },
  },
  'wallet.history.appended': {
    title: 'New records of wallets’ histories',
    description: 'Once per whole 5-minute step, up to 100 wallets to a message.',
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
  },
  'thematic.created': {
    title: 'A thematic was created',
    description: 'Defined or imported.',
    data: thematic,
    example: aThematic,
  },
  'thematic.updated': {
    title: 'A thematic’s name, tokens or weights changed',
    description: '`previous` holds name, description and weights as they were.',
    data: z.extend(thematic, { previous }),
    example: {
      ...aThematic,
      previous: {
        name: 'Settlement',
        description: aThematic.description,
        tokens: [{ token: 'KORV', weight: 1 }],
      },
    },
  },
  'thematic.history.appended': {
    title: 'New records of thematics’ levels',
    description: 'Once per whole 5-minute step, up to 100 thematics to a message.',
    data: appendedThematic,
    example: {
      date: '2026-06-17T14:20:00.000Z',
      records: [{ thematics: 'settlement-layers', total: 546.71 }],
    },
  },
  'webhook.disabled': {
    title: 'An endpoint was disabled',
    description:
      'It answered 410, every attempt of five days failed, or somebody disabled it. Sent to the other endpoints.',
    data: disabledEndpoint,
    example: {
      _id: 'ep_7f31c2d4e5f60718293a4b5c6d7e8f90',
      url: 'https://example.com/hooks',
      reason: 'Every attempt of five days failed.',
      disabledAt: at,
    },
  },
};

/** What is sent in place of a resource whose message would be over 20 kB: its ids, and where it can be read. */
export const thinData = z.looseObject({ truncated: z.literal(true), href: z.string() });

/** The message of an event, complete or thin. */
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
