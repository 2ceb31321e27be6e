import { pathOf } from '#contract/operation.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { ReadWallets } from '../reading/read.ts';
import { readKnownWallets, readOrKept } from './known.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { historyFrom, walletFrom, walletNotes } from './views.ts';
import { pathOfLine, readLine, type WalletLine } from './walletLines.ts';

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

  async function historyReply(line: WalletLine) {
    const reader = createReader(connection, pathOfLine(line));
    return reader.reply(historyFrom(await readLine(reader, line)));
  }
}
