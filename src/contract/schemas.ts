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
  recoveryCount,
  recoveryRequest,
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
import { driftSchemas } from './driftSchemas.ts';
import { peerSchemas } from './peers.ts';
import { bookSchemas } from './bookSchemas.ts';
import { exposurePage, exposureRow } from './exposure.ts';
import {
  calendarReturn,
  drawdown,
  drawdownFigure,
  excludedSteps,
  figureExplanation,
  figures,
  figuresBenchmark,
  figuresDifference,
  figureValue,
} from './figures.ts';
import { history, historyRecord, priceRecord } from './history.ts';
import { historyType } from './historyType.ts';
import { liveEvent, liveTick } from './live.ts';
import { performance, walletsPerformance } from './performance.ts';
import { positionsHistory } from './positions.ts';
import { importLine, pricePush, priceReceipt } from './prices.ts';
import { problemDetails, problemFault } from './problem.ts';
import { flaw, qualityPage, qualityRow, seriesQuality } from './quality.ts';
import { savedView } from './savedViews.ts';
import { statement, walletStatement } from './statement.ts';
import { constituent, thematic, thematicDefinition } from './thematic.ts';
import { token, tokenWithChange } from './token.ts';
import { newUser, user, userCreation, userUpdate } from './user.ts';
import { pastWallets, tokenPosition, wallet } from './wallet.ts';
import { upstream, upstreamLive } from './upstreamState.ts';
import { webhook, webhookRegistration } from './webhook.ts';

const recoveryScope: Readonly<Record<keyof z.infer<typeof recoveryRequest>, string>> = {
  since:
    'Deliveries since `since` that failed or were canceled, and events since then that the endpoint missed while it was disabled.',
  includeOlder: '`includeOlder` adds events from before the registration of their webhook.',
  dryRun: 'With `dryRun` nothing is sent.',
};

export type NamedSchema = readonly [schema: z.core.$ZodType, about: string];

export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  ...driftSchemas,
  HistoryType: [historyType, 'Period of a history.'],
  User: [user, 'A user: the service’s own fields, and the caller’s attributes.'],
  UserCreation: [userCreation, 'The customId of the new user.'],
  NewUser: [newUser, 'The attributes and first holdings of a new user.'],
  UserUpdate: [
    userUpdate,
    'Changes of attributes, statements of holdings, or both, as the text of one JSON object.',
  ],
  Wallet: [
    wallet,
    'A user’s holdings within one thematic, valued at the as of. `user` is the customId, `thematics` the id of the thematic.',
  ],
  PastWallets: [
    pastWallets,
    'A user’s wallets as of an instant. `asOf` is the tick of the answer, `total` the sum of the wallets. `reason` says why there are none, `positionsReason` why their positions are not known.',
  ],
  WalletStatement: [
    walletStatement,
    'All positions of one wallet from `at` on (default: the as of). `tokens: []` closes the wallet; `null` withdraws the statement of that time. An amount of 0 is no position. A wallet whose statements are all withdrawn is deleted.',
  ],
  TokenPosition: [tokenPosition, 'An amount of a token; `total` = `amount` × `token.price`.'],
  Token: [
    token,
    'A token; `price` holds since `priceAt`, and both are null before its first price. `priceAgeSeconds` is present only if the price is older than the step of its series.',
  ],
  TokenWithChange: [tokenWithChange, 'A token with its return over each period, in `change`.'],
  HistoryRecord: [
    historyRecord,
    'The total (value of wallets, or level of a thematic) at an instant.',
  ],
  History: [history, 'Records in ascending order; each date occurs once.'],
  Thematic: [
    thematic,
    'A thematic. `total` is its index level, 100 at inception. `backfilledUntil` is the end of the backfilled levels; null if there are none.',
  ],
  Constituent: [
    constituent,
    'A token of a thematic. `weight` is its target, from 0 to 1; all weights sum to 1.',
  ],
  Change: [
    change,
    'Return over each period, from the first to the last level or price: last ÷ first − 1. Null if the history starts more than one step after the period does.',
  ],
  Contribution: [
    contribution,
    'Each token’s contribution to the change of a thematic’s level. With the residual, which is the rounding error, they sum to the change.',
  ],
  TokenContribution: [
    tokenContribution,
    'A token’s contribution to the change of a thematic’s level: 0.02 is two percentage points. `change` is the change of its own price.',
  ],
  ThematicDefinition: [
    thematicDefinition,
    'The definition of a thematic: its name, tokens and weights.',
  ],
  Webhook: [
    webhook,
    'A URL and the event type it is registered for. Only the answer that registers a new URL contains `secret`.',
  ],
  WebhookRegistration: [webhookRegistration, 'Identifies a webhook by URL and event type.'],
  WebhookHealth: [
    endpointHealth,
    `Figures of the deliveries to an endpoint in the past ${figuresHours} hours.`,
  ],
  WebhooksSummary: [
    webhooksSummary,
    `Figures of the deliveries to all endpoints in the past ${figuresHours} hours.`,
  ],
  WebhookType: [
    webhookTypeDescription,
    'An event type: the JSON Schema of its message, and an example.',
  ],
  Endpoint: [endpoint, 'A target of messages: one URL with the event types it is registered for.'],
  EndpointSecret: [
    endpointSecret,
    'The secret that signs messages, and the time until which the previous secret signs them too.',
  ],
  Delivery: [delivery, 'One event for one endpoint.'],
  DeliveryWithAttempts: [
    deliveryWithAttempts,
    'A delivery with its exact message and its attempts, oldest first.',
  ],
  Attempt: [attempt, 'One attempt of a delivery: the request and the response.'],
  AttemptTiming: [
    attemptTiming,
    'Milliseconds from the start of an attempt to the end of each phase.',
  ],
  RecoveryRequest: [
    recoveryRequest,
    `Scope of a recovery. ${Object.values(recoveryScope).join(' ')}`,
  ],
  RecoveryCount: [
    recoveryCount,
    'Number of undelivered messages, and, counted separately, of events from before the registration of their webhook.',
  ],
  Recovery: [recovery, 'A recovery, which repeats deliveries, and its progress.'],
  SignatureCheck: [signatureCheck, 'A message and the secret to check its signature with.'],
  SignatureVerdict: [
    signatureVerdict,
    'The result of a signature check, with the reason if it failed.',
  ],
  Inspector: [inspector, 'The built-in receiver and the messages it received.'],
  InspectorSettings: [inspectorSettings, 'Response status and delay of the built-in receiver.'],
  InspectedMessage: [
    inspectedMessage,
    'A message that the built-in receiver got, and the result of its signature check.',
  ],
  DirectoryRow: [directoryRow, 'A user in the directory.'],
  Holder: [holder, 'A user who holds a thematic; `share` is its part of the user’s total.'],
  Statement: [statement, 'A statement of a wallet’s holdings.'],
  PositionsHistory: [
    positionsHistory,
    'A column for each token, with one entry for each of `dates`.',
  ],
  Performance: [
    performance,
    'Value and return, with one entry for each of `dates`. `index`: time-weighted, 100 at the first record with value, null before it. `flow`: deposits less withdrawals since the previous record, at this record’s prices; 0 at the first. `flatRecords`: number of records at which the index was constant because no holdings had a value. For a connected service, a null total is a gap, and `index` and `flow` are null because past amounts are not known; `reason` explains that in a sentence.',
  ],
  WalletsPerformance: [
    walletsPerformance,
    '`total` and `flow` as in Performance for each wallet, with one entry for each of `dates`. `reason` applies to all wallets.',
  ],
  Figures: [
    figures,
    'All figures of a user, a wallet or a thematic over a period. `from`, `to`: first and last record with a value; null without one, with a `reason`. `step`: milliseconds of a return, the coarsest at which any of the tokens has prices. `observations`: number of returns, without the `excluded` steps. Returns and drawdowns include all steps. `rf`: yearly rate, 0.03 is 3 %. `drawdowns`: the deepest first. `months` and `years`: of the UTC calendar, ascending. `explanation`: with `explain` only.',
  ],
  FigureValue: [
    figureValue,
    'A figure. `value` is null exactly if `reason` is a sentence. Ratios are plain numbers: 0.12 is 12 %. `simpleGain` is money, or points of a level. `standardError` assumes returns without autocorrelation. `observations`: number of returns, flows or tokens.',
  ],
  DrawdownFigure: [
    drawdownFigure,
    'A drawdown as a figure, with its course. Without a drawdown, the dates are null.',
  ],
  Drawdown: [
    drawdown,
    'A fall below the highest value so far. `depth` is negative. `recoveredAt` is null while it lasts. `days`: from the peak to the recovery, or to the last record.',
  ],
  CalendarReturn: [
    calendarReturn,
    'Return over a month (`2026-03`) or year (`2026`) of the UTC calendar; `excess`: less the benchmark’s. `isPartial`: the records do not cover all of it.',
  ],
  FiguresDifference: [
    figuresDifference,
    'The money-weighted less the time-weighted return, both of a year if `isYearly` (a year between the first money and the last), otherwise of that time, and the effect of each flow on it. `return`: time-weighted, from the flow to the next one. The effects and the `residual`, a rounding error, sum to `value`.',
  ],
  FiguresBenchmark: [
    figuresBenchmark,
    'One thematic, or several with weights that sum to 1, rebalanced at each record.',
  ],
  ExcludedSteps: [
    excludedSteps,
    'Steps that no return is taken from: partial ones, gaps, and those that start without a value.',
  ],
  FigureExplanation: [
    figureExplanation,
    'How a figure came about: its formula, and the values of its symbols. `at`: instant of an input. `href`: a call that answers it. `unit`: `money`, `share`, `plain`, `days` or `records`. `reconciliation`: a sum that must equal a total.',
  ],
  ExposureRow: [
    exposureRow,
    'The matching users’ holdings of one thematic, or of one token in all their wallets. `total`: sum of the known values, null if none is known. `share`: part of the total of all matching users. `unknown` of the `holders` have holdings of unknown value. `largest`: the largest holder. `topTen`: share of the ten largest holders. `hhi`: Herfindahl–Hirschman index of the holders’ shares, from 1 ÷ holders to 1. All shares are parts of 1. If a value is negative or unknown, or the total is 0, they are null, and `noShares` has the reason.',
  ],
  ExposurePage: [
    exposurePage,
    'A window of the exposures, with all figures at one as of. `count`: number of thematics or tokens. `users`: matching users out of `of`. `total`: their sum, without the `unknown` users. `noShares`: why shares of `total` are unavailable. `incomplete`: as in the directory.',
  ],
  ...bookSchemas,
  ...peerSchemas,
  PriceRecord: [priceRecord, 'The price of a token at an instant.'],
  PricePush: [
    pricePush,
    'Prices to add. `at` is the instant from which a price applies, a whole UTC multiple of `step`.',
  ],
  PriceReceipt: [priceReceipt, 'Number of received prices, and number of new ones.'],
  ImportLine: [importLine, 'A line of an import’s answer: progress, then a summary or a problem.'],
  LiveEvent: [liveEvent, 'An event of the live stream: its type, and the ids to refetch.'],
  LiveTick: [liveTick, 'New prices arrived.'],
  Upstream: [upstream, 'State of the connected service, and the form of its answers.'],
  UpstreamLive: [upstreamLive, 'Source of the notices about changes at the connected service.'],
  Capabilities: [
    capabilities,
    'Features of this process beyond the interface, its market and currency.',
  ],
  Health: [health, 'Health of the process and its database.'],
  HealthStatus: [healthStatus, 'Health of the process, without details.'],
  Session: [
    session,
    'The current caller. `role` is null without sign-in. `open`: there are no keys, and everyone on this machine is admin.',
  ],
  OpenSession: [openSession, 'A signed-in browser session. `current`: it made the request.'],
  SignIn: [signIn, 'A key to sign in with.'],
  AccessKey: [accessKey, 'A key without its text.'],
  AccessKeyCreation: [accessKeyCreation, 'A key to create.'],
  CreatedAccessKey: [createdAccessKey, 'A new key with its text, which no other answer contains.'],
  SavedView: [savedView, 'A named address of the dashboard.'],
  AuditEntry: [
    auditEntry,
    'One recorded action: actor, address, operation, subject, time and result.',
  ],
  AuditVerification: [
    auditVerification,
    'The result of a check that no entry of the audit trail was altered.',
  ],
  QualityPage: [
    qualityPage,
    'Flawed series and tokens, worst first: by the worst kind of flaw, then by the number of users, then by the size of that flaw. `checked` counts what was checked. `reason`: why prices were not checked, in a sentence.',
  ],
  QualityRow: [
    qualityRow,
    'A flawed token or thematic, or a user with a difference. `users`: number of users whose figures depend on it. `figures`: the kinds of figures that depend on it. Users are not listed for the tokens that they hold: the row of the token counts them.',
  ],
  Flaw: [
    flaw,
    'A flaw. `no-price`: no price at all. `no-records`: no level could be read. `difference`: wallets whose total differs from the sum of their positions by more than 0.01 %; `value`: the sum of these differences, `parts`: their thematics. `old-price`: the price is carried; `value`: its age in seconds, `at`: its time. `missing-steps`: `value` records without a new price, the first after `at`. `coarse-prices`: `value`: seconds between two prices, longer than the step of the history, or of the market. For a thematic, `value` is the largest of its tokens, and `parts` are the tokens with this flaw.',
  ],
  SeriesQuality: [
    seriesQuality,
    'Flaws of one series over a period. `missing`: stretches in which no token of the series has a new price, or the service reports no record. `tokens`: tokens with flaws; those of the current price only if the token is still part of the series. `reason`: why tokens are not known, in a sentence.',
  ],
  ItemChange: [itemChange, 'A change of a user, a thematic or an endpoint.'],
  Problem: [problemDetails, 'Problem details (RFC 9457) with a stable `code`.'],
  ProblemFault: [problemFault, 'One fault in a body: a JSON Pointer and a description.'],
};
