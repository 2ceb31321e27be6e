import { responseNotesHeader } from '#contract/responseNotes.ts';
import type { OpenRebalance } from '#figures/rebalanceSource.ts';
import { thematicNotFound } from '#platform/http/notFound.ts';
import { betterToken } from '../sync/walletTokens.ts';
import { readReportedTokens } from './figuresSource.ts';
import { isFolder, readKnownThematic, readKnownWallets } from './known.ts';
import { createReader, type ConnectedService } from './reader.ts';
import { constituentFrom, positionFrom } from './views.ts';

const notListed = { reason: 'The connected service lists no positions of this wallet.' };

/** Positions, targets and prices that the connected service reports now. */
export function createReportedRebalance(connection: ConnectedService): OpenRebalance {
  const { source, clock, sync } = connection;
  return () => {
    const reader = createReader(connection);
    const readThematic = async (id: string) => {
      if (isFolder(id)) throw thematicNotFound(id);
      return readKnownThematic(reader, id);
    };
    return {
      asOf: () => source.lastGoodAt ?? clock(),
      async positions({ user, thematic }) {
        const { value: wallets } = await readKnownWallets(reader, user);
        const wallet = wallets.find((one) => one.thematic?.id === thematic);
        if (wallet === undefined) {
          // A 404 for an unknown thematic, as in embedded mode.
          await readThematic(thematic);
          return null;
        }
        return wallet.tokens?.map(positionFrom) ?? notListed;
      },
      async targets(id) {
        const { tokens } = await readThematic(id);
        if (tokens === null) return null;
        const known = await sync.tokens();
        return tokens.map(({ token, weight }) =>
          constituentFrom({ token: betterToken(token, known.get(token.id)), weight }),
        );
      },
      tokens: () => readReportedTokens(connection, reader),
      headers: () => ({ [responseNotesHeader]: reader.header() }),
    };
  };
}
