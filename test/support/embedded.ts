import * as z from 'zod/mini';
import * as directory from '#contract/directory.ts';
import { historyRecord } from '#contract/history.ts';
import * as performances from '#contract/performance.ts';
import { isoTime } from '#contract/time.ts';
import * as thematics from '#contract/thematic.ts';
import { token } from '#contract/token.ts';
import { user as anyUser } from '#contract/user.ts';
import * as wallets from '#contract/wallet.ts';
import { endpointStatuses } from '#contract/endpoint.ts';
import { webhook as anyWebhook } from '#contract/webhook.ts';

// Schemas of our own service's answers: a value that only other services leave out is not null here.

export const user = z.extend(anyUser, {
  createdAt: isoTime,
  updatedAt: isoTime,
  total: z.number(),
  walletCount: z.number(),
});
export type User = z.infer<typeof user>;
export const userList = z.array(user);

export const wallet = z.extend(wallets.wallet, {
  total: z.number(),
  tokens: z.array(
    z.extend(wallets.tokenPosition, { token, amount: z.number(), total: z.number() }),
  ),
  updatedAt: isoTime,
});
export type Wallet = z.infer<typeof wallet>;
export const walletList = z.array(wallet);

export const history = z.array(z.extend(historyRecord, { total: z.number() }));
export type History = z.infer<typeof history>;

export const thematic = z.extend(thematics.thematic, {
  tokens: z.array(z.extend(thematics.constituent, { token, weight: z.number() })),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Thematic = z.infer<typeof thematic>;
export const thematicList = z.array(thematic);

export const performance = z.extend(performances.performance, {
  total: z.array(z.number()),
  index: z.array(z.nullable(z.number())),
  flow: z.array(z.number()),
});

const columns = z.array(z.number());
export const walletsPerformance = z.extend(performances.walletsPerformance, {
  wallets: z.array(z.looseObject({ thematics: z.string(), total: columns, flow: columns })),
});

export const directoryRow = z.extend(directory.directoryRow, {
  total: z.number(),
  walletCount: z.number(),
  openWallets: z.number(),
  spark: z.nullable(columns),
  createdAt: isoTime,
});
export type DirectoryRow = z.infer<typeof directoryRow>;
export const directoryPage = z.extend(directory.directoryPage, { rows: z.array(directoryRow) });

export const holder = z.extend(directory.holder, { total: z.number() });
export type Holder = z.infer<typeof holder>;
export const holderList = z.array(holder);

export const levelList = z.array(
  z.looseObject({ thematics: z.string(), dates: z.array(isoTime), levels: columns }),
);

export const webhook = z.extend(anyWebhook, {
  status: z.enum(endpointStatuses),
  createdAt: isoTime,
});
export const webhookList = z.array(webhook);
