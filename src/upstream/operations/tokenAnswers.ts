import { getThematics } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { inWords } from '../reading/lists.ts';
import type { ForeignToken } from '../reading/read.ts';
import { betterToken } from '../round/walletTokens.ts';
import { unknownFigures } from './thematicFigures.ts';
import { createReader, type ConnectedService } from './reader.ts';
import { readListedThematics } from './thematicAnswers.ts';
import { isOfPrice, tokenFrom } from './views.ts';

const derivedFrom = (tokens: readonly ForeignToken[]): string => {
  const names = inWords(tokens.map(({ id, symbol }) => symbol ?? id));
  return `Prices that are derived from wallets, total ÷ amount: ${names}.`;
};

/** Tokens: those of thematics, and of the wallets that were read in the background. What they cost before is not known. */
export function tokenAnswers(connection: ConnectedService): Implementation[] {
  return [
    implement(getTokens, async () => {
      const reader = createReader(connection, getThematics.path);
      const thematics = await readListedThematics(connection, reader);
      const ofThematics = thematics.flatMap(
        ({ tokens }) => tokens?.map(({ token }) => token) ?? [],
      );
      const ofWallets = await connection.round.tokens();
      const known = new Map<string, ForeignToken>();
      for (const token of [...ofThematics, ...ofWallets.values()]) {
        known.set(token.id, betterToken(known.get(token.id) ?? token, token));
      }
      const tokens = [...known.values()];
      if (tokens.every(({ price }) => price !== null)) reader.leaveOut(isOfPrice);
      const derived = tokens.filter(({ isPriceDerived }) => isPriceDerived);
      if (derived.length > 0) reader.note(derivedFrom(derived));
      return reader.reply(
        tokens.map((token) => ({
          ...tokenFrom(token),
          change: unknownFigures.change,
        })),
      );
    }),
  ];
}
