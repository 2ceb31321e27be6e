import { coversWindow, recordedStep } from '#analytics/change.ts';
import { stepOf, windowOf } from '#contract/historyType.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { pathOf } from '#contract/operation.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { sparkLength } from '#directory/valuation.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { unreadView } from '../reading/findingTexts.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignRecord, ReadWallets } from '../reading/read.ts';
import { readEachWallet, unknownWallets } from '../reading/readWallets.ts';
import { known } from '../reading/totals.ts';
import { readNow, readWholeHistory, readWholeList } from '../source/pages.ts';
import type { Source } from '../source/source.ts';
import type { SyncJob } from './syncQueue.ts';
import type { Move } from './syncStore.ts';
import type { SyncedUsers } from './syncedUsers.ts';

const userNotFound = () => problem('user-not-found', 'There is no such user.');
const isUserNotFound = (error: unknown) =>
  error instanceof Problem && error.code === 'user-not-found';

/** After a 404, the wallets are unknown, not empty, because the service lists the user. */
async function readAllWallets(source: Source, customId: string): Promise<ReadWallets> {
  const path = pathOf(getWallets, { params: { id: customId } });
  const get = (page: string) => readNow(source, page, userNotFound);
  const read = await readWholeList(get, path, lists.wallets, readEachWallet).catch((error) => {
    if (!isUserNotFound(error)) throw error;
    return unknownWallets;
  });
  source.noteShapes(path, read.shapes);
  return { value: read.value, unread: read.unread.map(unreadView), incomplete: read.incomplete };
}

export async function readInto(
  users: Pick<SyncedUsers, 'putWallets' | 'putMove'>,
  { customId, period }: SyncJob,
  source: Source,
  clock: () => number,
): Promise<void> {
  if (period === null) {
    users.putWallets(customId, await readAllWallets(source, customId), clock());
  } else {
    users.putMove(customId, period, await readMove(source, customId, period, clock));
  }
}

async function readMove(
  source: Source,
  customId: string,
  period: DirectoryPeriod,
  clock: () => number,
): Promise<Move> {
  const path = pathOf(getUserHistory, { params: { id: customId, historyType: period } });
  try {
    const get = (page: string) => readNow(source, page, userNotFound);
    const { value, shapes, incomplete } = await readWholeHistory(get, path, period, clock());
    source.noteShapes(path, shapes);
    // An incomplete history may lack its first or last record.
    return moveOf(incomplete.length === 0 ? value : [], period, clock());
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
    return moveOf([], period, clock());
  }
}

/**
 * Returns the change over a period (last total less first) and totals at evenly spaced instants. The change is null, as in the embedded
 * service, if the history does not cover its window or begins with a total of 0.
 */
export function moveOf(
  records: readonly ForeignRecord[],
  period: DirectoryPeriod,
  readAt: number,
): Move {
  const reported = records.filter(({ total }) => total !== null);
  const [first, last] = [reported[0], reported.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return { change: null, spark: null, readAt };
  }
  const isWhole = coversWindow(first.at, {
    windowStart: last.at - windowOf[period],
    step: recordedStep(
      records.slice(0, 2).map(({ at }) => at),
      stepOf[period],
    ),
  });
  const from = first.total ?? 0;
  return {
    change: isWhole && from !== 0 ? known((last.total ?? 0) - from) : null,
    spark: sparkOf(records),
    readAt,
  };
}

/** Latest totals at evenly spaced instants, so that the points of several users have the same times. */
function sparkOf(records: readonly ForeignRecord[]): (number | null)[] {
  const [begin, end] = [records[0]?.at ?? NaN, records.at(-1)?.at ?? NaN];
  let record = 0;
  return Array.from({ length: sparkLength }, (_, point) => {
    const until = begin + (point * (end - begin)) / (sparkLength - 1);
    while ((records[record + 1]?.at ?? Infinity) <= until) record += 1;
    return records[record]?.total ?? null;
  });
}
