import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getUserHistory,
  getWalletHistory,
} from '#contract/operations/wallets.ts';
import { userNotFound } from '#platform/http/notFound.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ForeignRecord } from '../reading/read.ts';
import { readOfUser } from './known.ts';
import type { ForeignReader } from './reader.ts';

/** A history of all wallets of a user, or of the wallet in one thematic. `type` is null for the call without one. */
export interface WalletLine {
  readonly id: string;
  readonly thematic?: string | undefined;
  readonly type: HistoryType | null;
}

export type Records = readonly ForeignRecord[];

export function readLine(reader: ForeignReader, line: WalletLine): Promise<Records> {
  const notFound = () => userNotFound(line.id);
  return readOfUser<Records>(
    reader,
    line,
    () => reader.history(pathOfLine(line), line.type, { notFound }),
    [],
  );
}

/** Returns no records if one wallet's history is unreadable, so that the others remain. */
export async function readWalletLine(reader: ForeignReader, line: WalletLine): Promise<Records> {
  try {
    return await readLine(reader, line);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reader.note(`The history of the wallet in ${line.thematic} is not known. ${error.message}`);
    return [];
  }
}

export function pathOfLine({ id, thematic: thematicId, type: historyType }: WalletLine): string {
  if (thematicId === undefined) {
    return historyType === null
      ? pathOf(getFullUserHistory, { params: { id } })
      : pathOf(getUserHistory, { params: { id, historyType } });
  }
  return historyType === null
    ? pathOf(getFullWalletHistory, { params: { id, thematicId } })
    : pathOf(getWalletHistory, { params: { id, thematicId, historyType } });
}
