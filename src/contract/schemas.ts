import type * as z from 'zod/mini';
import { capabilities, health, session } from './capabilities.ts';
import { change } from './change.ts';
import { contribution, tokenContribution } from './contribution.ts';
import { directoryRow, holder } from './directory.ts';
import { history, historyRecord, priceRecord } from './history.ts';
import { historyType } from './historyType.ts';
import { positionsHistory } from './positions.ts';
import { importLine, pricePush, priceReceipt } from './prices.ts';
import { problemDetails, problemFault } from './problem.ts';
import { statement, walletStatement } from './statement.ts';
import { constituent, thematic, thematicDefinition } from './thematic.ts';
import { token, tokenWithChange } from './token.ts';
import { user, userCreation, userUpdate } from './user.ts';
import { tokenPosition, wallet } from './wallet.ts';
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
    about: 'A user: what the service knows, and the caller’s own attributes beside it.',
  },
  UserCreation: { schema: userCreation, about: 'Who is to be created.' },
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
      'The whole positions of one wallet from `at` on (default: the as of). `tokens: []` closes the wallet, `null` retracts the statement of that time.',
  },
  TokenPosition: {
    schema: tokenPosition,
    about: 'An amount of a token; `total` = `amount` × `token.price`.',
  },
  Token: {
    schema: token,
    about: 'A token; `price` holds since `priceAt`, and both are null before its first price.',
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
      'An address and the type of event it is registered for. `secret` stands only in the answer that registers a new address.',
  },
  WebhookRegistration: { schema: webhookRegistration, about: 'Names a webhook.' },
  DirectoryRow: { schema: directoryRow, about: 'A user in the directory.' },
  Holder: {
    schema: holder,
    about: 'A user who holds a thematic; `share` is its part of the user’s total.',
  },
  Statement: { schema: statement, about: 'What was once stated of a wallet.' },
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
    about: 'How many prices came, and how many of them were new.',
  },
  ImportLine: {
    schema: importLine,
    about: 'A line of the answer of an import: progress, and at the end a summary or a problem.',
  },
  Capabilities: {
    schema: capabilities,
    about: 'What this process offers beyond the interface, its market and the unit of totals.',
  },
  Health: { schema: health, about: 'Whether the process and its database are well.' },
  Session: { schema: session, about: 'Who the caller is.' },
  Problem: { schema: problemDetails, about: 'Problem details (RFC 9457) with a stable `code`.' },
  ProblemFault: {
    schema: problemFault,
    about: 'One fault inside a body: a JSON Pointer and what is wrong there.',
  },
};
