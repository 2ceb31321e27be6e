import { getThematics } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { ForeignThematic, ForeignToken } from '../reading/read.ts';
import { unknownFigures } from './thematicFigures.ts';
import { createReader, type ConnectedService } from './reader.ts';
import { readListedThematics } from './thematicAnswers.ts';
import { tokenFrom } from './views.ts';

/** Tokens: those of thematics, and of the wallets that were read in the background. What they cost before is not known. */
export function tokenAnswers(connection: ConnectedService): Implementation[] {
  return [
    implement(getTokens, async () => {
      const reader = createReader(connection, getThematics.path);
      const thematics = await readListedThematics(reader);
      const known = new Map<string, ForeignToken>();
      for (const token of tokensOf(thematics, connection.round)) {
        const before = known.get(token.id);
        known.set(token.id, before === undefined ? token : better(before, token));
      }
      return reader.reply(
        [...known.values()].map((token) => ({
          ...tokenFrom(token),
          change: unknownFigures.change,
        })),
      );
    }),
  ];
}

function* tokensOf(
  thematics: readonly ForeignThematic[],
  round: ConnectedService['round'],
): Generator<ForeignToken> {
  for (const { tokens } of thematics) {
    for (const { token } of tokens ?? []) yield token;
  }
  for (const { user } of round.users()) {
    for (const { tokens } of user.wallets ?? []) {
      for (const { token } of tokens ?? []) yield token;
    }
  }
}

/** Of one token in two places: what is stated goes before what is derived, and the later price before the earlier. */
function better(one: ForeignToken, other: ForeignToken): ForeignToken {
  const [price, rest] = rank(other) > rank(one) ? [other, one] : [one, other];
  return { ...price, symbol: price.symbol ?? rest.symbol, name: price.name ?? rest.name };
}

const rank = ({ price, isPriceDerived, priceAt }: ForeignToken): number =>
  price === null ? -Infinity : isPriceDerived ? -1 : (priceAt ?? 0);
