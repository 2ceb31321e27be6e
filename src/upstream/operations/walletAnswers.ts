import { lowerBound } from '#analytics/extent.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getPerformance,
  getUserHistory,
  getWalletHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ForeignRecord, ReadWallets } from '../reading/read.ts';
import {
  isFolder,
  readKnownWallets,
  readOfUser,
  readOrKept,
  thematicNotFound,
  userNotFound,
} from './known.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { historyFrom, walletFrom, walletNotes } from './views.ts';

/** A history of a user: of all wallets, or of the one of a thematic; `type` null is the call without one. */
interface Line {
  readonly id: string;
  readonly thematic?: string | undefined;
  readonly type: HistoryType | null;
}

type Records = readonly ForeignRecord[];

/** Wallets of a user and their histories. */
export function walletAnswers(connection: ConnectedService): Implementation[] {
  return [
    implement(getWallets, async ({ params: { id } }) => {
      const reader = createReader(connection, pathOf(getWallets, { params: { id } }));
      const wallets = await readOrKeptWallets(reader, id);
      for (const sentence of walletNotes(wallets)) reader.note(sentence);
      return reader.reply(wallets.value.map((wallet) => walletFrom(wallet, id)));
    }),

    implement(getFullUserHistory, ({ params: { id } }) => historyReply({ id, type: null })),

    implement(getUserHistory, ({ params: { id, historyType: type } }) =>
      historyReply({ id, type }),
    ),

    implement(getFullWalletHistory, ({ params: { id, thematicId } }) =>
      historyReply({ id, thematic: thematicId, type: null }),
    ),

    implement(getWalletHistory, ({ params: { id, thematicId, historyType: type } }) =>
      historyReply({ id, thematic: thematicId, type }),
    ),

    // What was held in between is not known, so that value and return cannot be told apart.
    implement(
      getPerformance,
      async ({ params: { id, historyType: type }, query: { thematic } }) => {
        if (thematic !== undefined && isFolder(thematic)) throw thematicNotFound(thematic);
        const line = { id, thematic, type };
        const reader = createReader(connection, pathOfLine(line));
        const records = await readLine(reader, line);
        return reader.reply({ ...columnsOf(records), index: null, flow: null, flatRecords: 0 });
      },
    ),

    implement(getWalletsPerformance, async ({ params: { id, historyType: type } }) => {
      const line = { id, type };
      const reader = createReader(connection, pathOfLine(line));
      const [{ value: wallets }, records] = await Promise.all([
        readKnownWallets(reader, id),
        readLine(reader, line),
      ]);
      const thematics = wallets.flatMap(({ thematic }) => thematic?.id ?? []);
      const lines = await Promise.all(
        thematics.map((thematic) => readWalletLine(reader, { ...line, thematic })),
      );
      return reader.reply({
        dates: columnsOf(records).dates,
        wallets: thematics.map((id, index) => ({
          thematics: id,
          total: totalsAt(records, lines[index] ?? []),
          flow: null,
        })),
      });
    }),
  ];

  /** Wallets of a user; where the service fails, as they were read last with those of all others. */
  function readOrKeptWallets(reader: ForeignReader, id: string) {
    return readOrKept<ReadWallets>(
      reader,
      () => readKnownWallets(reader, id),
      () => {
        const kept = connection.round.user(id);
        const value = kept?.user.wallets ?? null;
        if (kept === null || value === null || kept.walletsAt === null) return null;
        const { unread = [], incomplete = [] } = kept.wallets ?? {};
        return { value: { value, unread, incomplete }, readAt: kept.walletsAt };
      },
    );
  }

  async function historyReply(line: Line) {
    const reader = createReader(connection, pathOfLine(line));
    return reader.reply(historyFrom(await readLine(reader, line)));
  }
}

function readLine(reader: ForeignReader, line: Line): Promise<Records> {
  const notFound = () => userNotFound(line.id);
  return readOfUser<Records>(
    reader,
    line,
    () => reader.history(pathOfLine(line), line.type, { notFound }),
    [],
  );
}

/** One that cannot be read leaves the others as they are. */
async function readWalletLine(reader: ForeignReader, line: Line): Promise<Records> {
  try {
    return await readLine(reader, line);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reader.note(`The history of the wallet in ${line.thematic} is not known. ${error.message}`);
    return [];
  }
}

function pathOfLine({ id, thematic: thematicId, type: historyType }: Line): string {
  if (thematicId === undefined) {
    return historyType === null
      ? pathOf(getFullUserHistory, { params: { id } })
      : pathOf(getUserHistory, { params: { id, historyType } });
  }
  return historyType === null
    ? pathOf(getFullWalletHistory, { params: { id, thematicId } })
    : pathOf(getWalletHistory, { params: { id, thematicId, historyType } });
}

const columnsOf = (records: Records) => ({
  dates: records.map(({ at }) => formatTime(at)),
  total: records.map(({ total }) => total),
});

/** Records that are nearer to each other than this part of what lies between two records of one history are of one time. */
const sameTime = 0.05;

/**
 * The totals of a wallet at the records of its user. The interface does not say that both have records at the same times, and a
 * service that makes them when they are requested has those of two answers moments apart: the wallet's record of that time counts,
 * else the one before it; before the first and after the last it is not known.
 */
function totalsAt(records: Records, wallet: Records): (number | null)[] {
  const times = Float64Array.from(wallet, ({ at }) => at);
  const isOf = (at: number, index: number) => {
    const time = times[index] ?? NaN;
    const distance = Math.abs(time - (times[index - 1] ?? times[index + 1] ?? time));
    return Math.abs(time - at) <= distance * sameTime;
  };
  return records.map(({ at }) => {
    const next = lowerBound(times, at);
    const same = [next, next - 1].find((index) => isOf(at, index));
    const before = next < times.length ? next - 1 : -1;
    return wallet[same ?? before]?.total ?? null;
  });
}
