import type * as z from 'zod/mini';
import { capabilities, health, session } from './capabilities.ts';
import { change } from './change.ts';
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

/** The schemas of the wire under the names by which its description speaks of them. */
export const namedSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  HistoryType: historyType,
  User: user,
  UserCreation: userCreation,
  UserUpdate: userUpdate,
  Wallet: wallet,
  WalletStatement: walletStatement,
  TokenPosition: tokenPosition,
  Token: token,
  TokenWithChange: tokenWithChange,
  HistoryRecord: historyRecord,
  History: history,
  Thematic: thematic,
  Constituent: constituent,
  Change: change,
  ThematicDefinition: thematicDefinition,
  Webhook: webhook,
  WebhookRegistration: webhookRegistration,
  DirectoryRow: directoryRow,
  Holder: holder,
  Statement: statement,
  PositionsHistory: positionsHistory,
  PriceRecord: priceRecord,
  PricePush: pricePush,
  PriceReceipt: priceReceipt,
  ImportLine: importLine,
  Capabilities: capabilities,
  Health: health,
  Session: session,
  Problem: problemDetails,
  ProblemFault: problemFault,
};
