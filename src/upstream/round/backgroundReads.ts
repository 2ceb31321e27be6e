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
import type { Errand } from './errands.ts';
import type { Move } from './keptUsers.ts';
import type { RoundUsers } from './roundUsers.ts';

const nothing = () => problem('user-not-found', 'There is no such user.');
const isNothing = (error: unknown) => error instanceof Problem && error.code === 'user-not-found';

/** Wallets of a user; a listed user without any, for whom the service answers 404, has unknown wallets. */
async function readAllWallets(source: Source, customId: string): Promise<ReadWallets> {
  const path = pathOf(getWallets, { params: { id: customId } });
  const get = (page: string) => readNow(source, page, nothing);
  const read = await readWholeList(get, path, lists.wallets, readEachWallet).catch((error) => {
    if (!isNothing(error)) throw error;
    return unknownWallets;
  });
  source.noteShapes(path, read.shapes);
  return { value: read.value, unread: read.unread.map(unreadView), incomplete: read.incomplete };
}

/** Reads the wallets of a user, or his history over a period. */
export async function readInto(
  users: Pick<RoundUsers, 'putWallets' | 'putMove'>,
  { customId, period }: Errand,
  source: Source,
  clock: () => number,
): Promise<void> {
  if (period === null) {
    users.putWallets(customId, await readAllWallets(source, customId), clock());
  } else {
    users.putMove(customId, period, await readMove(source, customId, period, clock));
  }
}

/** What a user's history says over a period. */
async function readMove(
  source: Source,
  customId: string,
  period: DirectoryPeriod,
  clock: () => number,
): Promise<Move> {
  const path = pathOf(getUserHistory, { params: { id: customId, historyType: period } });
  try {
    const get = (page: string) => readNow(source, page, nothing);
    const { value, shapes, incomplete } = await readWholeHistory(get, path, period, clock());
    source.noteShapes(path, shapes);
    // The first or the last record may be among those that are missing.
    return moveOf(incomplete.length === 0 ? value : [], period, clock());
  } catch (error) {
    if (!isNothing(error)) throw error;
    return moveOf([], period, clock());
  }
}

/** So much later than its window a history may begin, as a part of it, and still say what changed over all of it. */
const slack = 0.1;

/**
 * What a history says over a period: its last total less its first, and totals evenly spaced over its records. Decided by us:
 * where it begins later than its window, or with nothing, there was nothing to change from, as in our own service: null.
 */
export function moveOf(
  records: readonly ForeignRecord[],
  period: DirectoryPeriod,
  readAt: number,
): Move {
  const stated = records.filter(({ total }) => total !== null);
  const [first, last] = [stated[0], stated.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return { change: null, spark: null, readAt };
  }
  const window = windowOf[period] ?? 0;
  const isWhole = first.at <= last.at - window + Math.max(slack * window, 2 * stepOf[period]);
  const from = first.total ?? 0;
  const steps = records.length - 1;
  return {
    change: isWhole && from !== 0 ? known((last.total ?? 0) - from) : null,
    spark: Array.from(
      { length: sparkLength },
      (_, point) => records[Math.floor((point * steps) / (sparkLength - 1))]?.total ?? null,
    ),
    readAt,
  };
}
