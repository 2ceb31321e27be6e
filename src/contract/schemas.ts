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

/** A schema of the wire under the name by which its description speaks of it, and what it stands for. */
export interface NamedSchema {
  readonly schema: z.core.$ZodType;
  readonly about: string;
}

/** Every schema of the wire that has a name. */
export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  HistoryType: { schema: historyType, about: 'Period of a history.' },
  User: {
    schema: user,
    about: 'A user: the service’s own fields, and the caller’s attributes.',
  },
  UserCreation: { schema: userCreation, about: 'Who is to be created.' },
  NewUser: { schema: newUser, about: 'The attributes and first holdings of a new user.' },
  UserUpdate: {
    schema: userUpdate,
    about:
      'A change of attributes, statements of holdings, or both, as the text of one JSON object.',
  },
  Wallet: {
    schema: wallet,
    about:
      'A user’s holdings within one thematic, valued at the as of. `user` is the customId, `thematics` the id of the thematic.',
  },
  WalletStatement: {
    schema: walletStatement,
    about:
      'The whole positions of one wallet from `at` on (default: the as of). `tokens: []` closes the wallet, `null` retracts the statement of that time; an amount of 0 is no position; a wallet of which all are retracted is gone.',
  },
  TokenPosition: {
    schema: tokenPosition,
    about: 'An amount of a token; `total` = `amount` × `token.price`.',
  },
  Token: {
    schema: token,
    about:
      'A token; `price` holds since `priceAt`, and both are null before its first price. `priceAgeSeconds` is there only where the price is older than the step of its series.',
  },
  TokenWithChange: { schema: tokenWithChange, about: 'A token with its change over each period.' },
  HistoryRecord: {
    schema: historyRecord,
    about: 'The total (value of wallets, or level of a thematic) at an instant.',
  },
  History: { schema: history, about: 'Records in ascending order, no date twice.' },
  Thematic: {
    schema: thematic,
    about: 'A thematic. `total` is its index level, 100 at inception.',
  },
  Constituent: {
    schema: constituent,
    about: 'A token of a thematic; `weight` is its target, 0 to 1, and all sum to 1.',
  },
  Change: {
    schema: change,
    about: 'Last ÷ first − 1 over each period; null where the history is shorter than the period.',
  },
  Contribution: {
    schema: contribution,
    about: 'What each token of a thematic added to the change of its level; the parts sum to it.',
  },
  TokenContribution: {
    schema: tokenContribution,
    about:
      'A token’s part of the change of a thematic’s level: 0.02 is two points of a hundredth. `change` is of its own price.',
  },
  ThematicDefinition: { schema: thematicDefinition, about: 'What defines a thematic.' },
  Webhook: {
    schema: webhook,
    about:
      'An address and the type of event it is registered for. `secret` is only in the answer that registers a new address.',
  },
  WebhookRegistration: { schema: webhookRegistration, about: 'Names a webhook.' },
  WebhookHealth: {
    schema: endpointHealth,
    about: `How deliveries to an endpoint went over the past ${figuresHours} hours.`,
  },
  WebhooksSummary: {
    schema: webhooksSummary,
    about: `Deliveries to all endpoints together, over the past ${figuresHours} hours.`,
  },
  WebhookType: {
    schema: webhookTypeDescription,
    about: 'A type of event: the JSON Schema of its message, and an example.',
  },
  Endpoint: {
    schema: endpoint,
    about: 'Where messages go: one URL with the types it is registered for.',
  },
  EndpointSecret: {
    schema: endpointSecret,
    about: 'What messages are signed with, and until when the secret before signs them too.',
  },
  Delivery: { schema: delivery, about: 'One event on its way to one endpoint.' },
  DeliveryWithAttempts: {
    schema: deliveryWithAttempts,
    about: 'A delivery with its message, byte by byte, and its attempts, the first first.',
  },
  Attempt: {
    schema: attempt,
    about: 'One attempt of a delivery: what was sent, and what came back.',
  },
  AttemptTiming: {
    schema: attemptTiming,
    about: 'Milliseconds from the beginning of an attempt to the end of each of its parts.',
  },
  Recovery: { schema: recovery, about: 'Deliveries that are made again, and how far that is.' },
  SignatureCheck: {
    schema: signatureCheck,
    about: 'A message with the secret it is said to be signed with.',
  },
  SignatureVerdict: {
    schema: signatureVerdict,
    about: 'Whether a signature holds, and if not why.',
  },
  Inspector: { schema: inspector, about: 'The built-in receiver and what it got.' },
  InspectorSettings: { schema: inspectorSettings, about: 'What the built-in receiver answers.' },
  InspectedMessage: {
    schema: inspectedMessage,
    about: 'A message the built-in receiver got, and whether its signature holds.',
  },
  DirectoryRow: { schema: directoryRow, about: 'A user in the directory.' },
  Holder: {
    schema: holder,
    about: 'A user who holds a thematic; `share` is its part of the user’s total.',
  },
  Statement: { schema: statement, about: 'A statement of a wallet’s holdings.' },
  PositionsHistory: {
    schema: positionsHistory,
    about: 'Columns beside `dates`, one entry a date, for each token.',
  },
  PriceRecord: { schema: priceRecord, about: 'The price of a token at an instant.' },
  PricePush: {
    schema: pricePush,
    about:
      'Prices to add; `at` is the instant from which a price holds, a whole UTC multiple of `step`.',
  },
  PriceReceipt: {
    schema: priceReceipt,
    about: 'How many prices were received, and how many of them were new.',
  },
  ImportLine: {
    schema: importLine,
    about: 'A line of the answer of an import: progress, and at the end a summary or a problem.',
  },
  LiveEvent: {
    schema: liveEvent,
    about: 'An event of the live stream: what happened, and the ids of what to refetch.',
  },
  LiveTick: { schema: liveTick, about: 'Prices arrived.' },
  Upstream: { schema: upstream, about: 'The connected service: how it is, and how it speaks.' },
  UpstreamLive: {
    schema: upstreamLive,
    about: 'How it becomes known here that something changed at the connected service.',
  },
  Capabilities: {
    schema: capabilities,
    about: 'What this process offers beyond the interface, its market and currency.',
  },
  Health: { schema: health, about: 'Whether the process and its database are healthy.' },
  HealthStatus: { schema: healthStatus, about: 'Whether the process is healthy, and no more.' },
  Session: { schema: session, about: 'Who the caller is.' },
  OpenSession: { schema: openSession, about: 'A session of a browser that is signed in.' },
  SignIn: { schema: signIn, about: 'A key to sign in with.' },
  AccessKey: { schema: accessKey, about: 'A key, without its text.' },
  AccessKeyCreation: { schema: accessKeyCreation, about: 'A key to create.' },
  CreatedAccessKey: {
    schema: createdAccessKey,
    about: 'A key with its text, which no other answer holds.',
  },
  AuditEntry: {
    schema: auditEntry,
    about: 'Who did what to whom when, from where, with which result.',
  },
  AuditVerification: {
    schema: auditVerification,
    about: 'Whether every entry of the audit trail is as it was written.',
  },
  ItemChange: { schema: itemChange, about: 'A change of a user, a thematic or an endpoint.' },
  Problem: { schema: problemDetails, about: 'Problem details (RFC 9457) with a stable `code`.' },
  ProblemFault: {
    schema: problemFault,
    about: 'One fault inside a body: a JSON Pointer and what is wrong there.',
  },
};
