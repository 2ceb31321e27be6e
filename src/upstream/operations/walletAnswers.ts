import { periodReaching } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getPastWallets,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import { noTotalsThen } from '#figures/past.ts';
import { asOfAt } from '#platform/http/asOf.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { notReported } from '../reading/notReported.ts';
import type { ReadWallets } from '../reading/read.ts';
import { readKnownUser, readKnownWallets, readOrKept } from './known.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { historyFrom, walletFrom, walletNotes } from './views.ts';
import {
  pathOfLine,
  readLine,
  readWalletLine,
  type Records,
  type WalletLine,
} from './walletLines.ts';

export function walletAnswers(connection: ConnectedService): Implementation[] {
  return [
    implement(getWallets, async ({ params: { id } }) => {
      const reader = createReader(connection, pathOf(getWallets, { params: { id } }));
      const wallets = await readOrKeptWallets(reader, id);
      for (const sentence of walletNotes(wallets)) reader.note(sentence);
      return reader.reply(wallets.value.map((wallet) => walletFrom(wallet, id)));
    }),

    implement(getPastWallets, ({ params: { id }, query: { asOf } }) => pastReply(id, asOf)),

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
  ];

  /** Requests the wallets of a user. If the service fails, returns the synced ones. */
  function readOrKeptWallets(reader: ForeignReader, id: string) {
    return readOrKept<ReadWallets>(
      reader,
      () => readKnownWallets(reader, id),
      () => {
        const kept = connection.sync.user(id);
        const value = kept?.user.wallets ?? null;
        if (kept === null || value === null || kept.walletsAt === null) return null;
        const { unread = [], incomplete = [] } = kept.wallets ?? {};
        return { value: { value, unread, incomplete }, readAt: kept.walletsAt };
      },
    );
  }

  /** The present is as `/p` answers. Of the past, only totals are reported. */
  async function pastReply(id: string, requested: number | undefined) {
    const present = connection.clock();
    const reader = createReader(connection, pathOf(getWallets, { params: { id } }));
    const asOf = asOfAt(requested, { asOf: present, tickSeconds: null });
    const wallets = await readOrKeptWallets(reader, id);
    const type = periodReaching(asOf, present);
    const totalAt = (records: Records): number | null =>
      records.findLast(({ at, total }) => at <= asOf && total !== null)?.total ?? null;
    if (requested === undefined) {
      const { total } = await readKnownUser(reader, id);
      return reader.reply({
        asOf: formatTime(asOf),
        total,
        reason: null,
        positionsReason: null,
        wallets: wallets.value.map((wallet) => walletFrom(wallet, id)),
      });
    }
    const own = await Promise.all(
      wallets.value.map(async (wallet) => {
        const thematic = wallet.thematic?.id;
        if (thematic === undefined) return [];
        const total = totalAt(await readWalletLine(reader, { id, thematic, type }));
        return total === null ? [] : [{ ...walletFrom(wallet, id), total, tokens: [] }];
      }),
    );
    const past = own.flat();
    const total = totalAt(await readLine(reader, { id, type }));
    return reader.reply({
      asOf: formatTime(asOf),
      total,
      reason: past.length === 0 ? noTotalsThen : null,
      positionsReason: notReported.holdings,
      wallets: past,
    });
  }

  async function historyReply(line: WalletLine) {
    const reader = createReader(connection, pathOfLine(line));
    return reader.reply(historyFrom(await readLine(reader, line)));
  }
}
