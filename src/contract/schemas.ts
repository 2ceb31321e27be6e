import type * as z from 'zod/mini';
import {
  accessKey,
  accessKeyCreation,
  createdAccessKey,
  openSession,
  session,
  signIn,
} from './access.ts';
import { auditEntry, auditVerification } from './audit.ts';
import { itemChange } from './itemChange.ts';
import { capabilities, health, healthStatus } from './capabilities.ts';
import { change } from './change.ts';
import { contribution, tokenContribution } from './contribution.ts';
import { attempt, attemptTiming, delivery, deliveryWithAttempts } from './delivery.ts';
import {
  endpoint,
  figuresHours,
  endpointHealth,
  endpointSecret,
  recovery,
  webhooksSummary,
} from './endpoint.ts';
import { webhookTypeDescription } from './events.ts';
import {
  inspectedMessage,
  inspector,
  inspectorSettings,
  signatureCheck,
  signatureVerdict,
} from './inspector.ts';
import { directoryRow, holder } from './directory.ts';
import { history, historyRecord, priceRecord } from './history.ts';
import { historyType } from './historyType.ts';
import { liveEvent, liveTick } from './live.ts';
import { positionsHistory } from './positions.ts';
import { importLine, pricePush, priceReceipt } from './prices.ts';
import { problemDetails, problemFault } from './problem.ts';
import { statement, walletStatement } from './statement.ts';
import { constituent, thematic, thematicDefinition } from './thematic.ts';
import { token, tokenWithChange } from './token.ts';
import { newUser, user, userCreation, userUpdate } from './user.ts';
import { tokenPosition, wallet } from './wallet.ts';
import { upstream, upstreamLive } from './upstreamState.ts';
import { webhook, webhookRegistration } from './webhook.ts';

export type NamedSchema = readonly [schema: z.core.$ZodType, about: string];

export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  HistoryType: [historyType, 'Period of a history.'],
  User: [user, 'A user: the service’s own fields, and the caller’s attributes.'],
  UserCreation: [userCreation, 'Who is to be created.'],
  NewUser: [newUser, 'The attributes and first holdings of a new user.'],
  UserUpdate: [
    userUpdate,
    'A change of attributes, statements of holdings, or both, as the text of one JSON object.',
  ],
  Wallet: [
    wallet,
    'A user’s holdings within one thematic, valued at the as of. `user` is the customId, `thematics` the id of the thematic.',
  ],
  WalletStatement: [
    walletStatement,
    'The whole positions of one wallet from `at` on (default: the as of). `tokens: []` closes the wallet, `null` retracts the statement of that time; an amount of 0 is no position; a wallet of which all are retracted is gone.',
  ],
  TokenPosition: [tokenPosition, 'An amount of a token; `total` = `amount` × `token.price`.'],
  Token: [
    token,
    'A token; `price` holds since `priceAt`, and both are null before its first price. `priceAgeSeconds` is there only where the price is older than the step of its series.',
  ],
  TokenWithChange: [tokenWithChange, 'A token with its change over each period.'],
  HistoryRecord: [
    historyRecord,
    'The total (value of wallets, or level of a thematic) at an instant.',
  ],
  History: [history, 'Records in ascending order, no date twice.'],
  Thematic: [thematic, 'A thematic. `total` is its index level, 100 at inception.'],
  Constituent: [
    constituent,
    'A token of a thematic; `weight` is its target, 0 to 1, and all sum to 1.',
  ],
  Change: [
    change,
    'Last ÷ first − 1 over each period; null where the history is shorter than the period.',
  ],
  Contribution: [
    contribution,
    'What each token of a thematic added to the change of its level; the parts sum to it.',
  ],
  TokenContribution: [
    tokenContribution,
    'A token’s part of the change of a thematic’s level: 0.02 is two points of a hundredth. `change` is of its own price.',
  ],
  ThematicDefinition: [thematicDefinition, 'What defines a thematic.'],
  Webhook: [
    webhook,
    'An address and the type of event it is registered for. `secret` is only in the answer that registers a new address.',
  ],
  WebhookRegistration: [webhookRegistration, 'Names a webhook.'],
  WebhookHealth: [
    endpointHealth,
    `How deliveries to an endpoint went over the past ${figuresHours} hours.`,
  ],
  WebhooksSummary: [
    webhooksSummary,
    `Deliveries to all endpoints together, over the past ${figuresHours} hours.`,
  ],
  WebhookType: [
    webhookTypeDescription,
    'A type of event: the JSON Schema of its message, and an example.',
  ],
  Endpoint: [endpoint, 'Where messages go: one URL with the types it is registered for.'],
  EndpointSecret: [
    endpointSecret,
    'What messages are signed with, and until when the secret before signs them too.',
  ],
  Delivery: [delivery, 'One event on its way to one endpoint.'],
  DeliveryWithAttempts: [
    deliveryWithAttempts,
    'A delivery with its message, byte by byte, and its attempts, the first first.',
  ],
  Attempt: [attempt, 'One attempt of a delivery: what was sent, and what came back.'],
  AttemptTiming: [
    attemptTiming,
    'Milliseconds from the beginning of an attempt to the end of each of its parts.',
  ],
  Recovery: [recovery, 'Deliveries that are made again, and how far that is.'],
  SignatureCheck: [signatureCheck, 'A message with the secret it is said to be signed with.'],
  SignatureVerdict: [signatureVerdict, 'Whether a signature holds, and if not why.'],
  Inspector: [inspector, 'The built-in receiver and what it got.'],
  InspectorSettings: [inspectorSettings, 'What the built-in receiver answers.'],
  InspectedMessage: [
    inspectedMessage,
    'A message the built-in receiver got, and whether its signature holds.',
  ],
  DirectoryRow: [directoryRow, 'A user in the directory.'],
  Holder: [holder, 'A user who holds a thematic; `share` is its part of the user’s total.'],
  Statement: [statement, 'A statement of a wallet’s holdings.'],
  PositionsHistory: [positionsHistory, 'Columns beside `dates`, one entry a date, for each token.'],
  PriceRecord: [priceRecord, 'The price of a token at an instant.'],
  PricePush: [
    pricePush,
    'Prices to add; `at` is the instant from which a price holds, a whole UTC multiple of `step`.',
  ],
  PriceReceipt: [priceReceipt, 'How many prices were received, and how many of them were new.'],
  ImportLine: [
    importLine,
    'A line of the answer of an import: progress, and at the end a summary or a problem.',
  ],
  LiveEvent: [
    liveEvent,
    'An event of the live stream: what happened, and the ids of what to refetch.',
  ],
  LiveTick: [liveTick, 'Prices arrived.'],
  Upstream: [upstream, 'The connected service: how it is, and how it speaks.'],
  UpstreamLive: [
    upstreamLive,
    'How it becomes known here that something changed at the connected service.',
  ],
  Capabilities: [
    capabilities,
    'What this process offers beyond the interface, its market and currency.',
  ],
  Health: [health, 'Whether the process and its database are healthy.'],
  HealthStatus: [healthStatus, 'Whether the process is healthy, and no more.'],
  Session: [session, 'Who the caller is.'],
  OpenSession: [openSession, 'A session of a browser that is signed in.'],
  SignIn: [signIn, 'A key to sign in with.'],
  AccessKey: [accessKey, 'A key, without its text.'],
  AccessKeyCreation: [accessKeyCreation, 'A key to create.'],
  CreatedAccessKey: [createdAccessKey, 'A key with its text, which no other answer holds.'],
  AuditEntry: [auditEntry, 'Who did what to whom when, from where, with which result.'],
  AuditVerification: [
    auditVerification,
    'Whether every entry of the audit trail is as it was written.',
  ],
  ItemChange: [itemChange, 'A change of a user, a thematic or an endpoint.'],
  Problem: [problemDetails, 'Problem details (RFC 9457) with a stable `code`.'],
  ProblemFault: [problemFault, 'One fault inside a body: a JSON Pointer and what is wrong there.'],
};
