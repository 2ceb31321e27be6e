import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';
import type { Wallet } from '#contract/wallet.ts';
import { call } from '../../../api/client.ts';
import type { Category } from '../../../portfolio/categories.ts';
import { keys } from '../../../portfolio/keys.ts';
import { type Layer, mostLayers, othersOf, type Stack, stackOf, sumOfLayers } from './stack.ts';

/** What every token of a user was worth over a period: the largest now, and the others together. */
export function tokenStackQuery(customId: string, historyType: HistoryType) {
  return queryOptions<Stack>({
    queryKey: keys.positions(customId, historyType),
    queryFn: async ({ signal }) =>
      tokenStack(
        await call(getPositionsHistory, { params: { id: customId, historyType } }, signal),
      ),
    // Another period of the same user shows the old picture until it is there.
    placeholderData: (before, query) => (query?.queryKey[1] === customId ? before : undefined),
    structuralSharing: false,
  });
}

/** The layers of a positions history. Tokens have no colour of their own: they get that of their thematic. */
export function tokenStack({ dates, tokens }: PositionsHistory): Stack {
  const times = Float64Array.from(dates, (date) => parseTime(date));
  const all = tokens
    .map(({ token, total }): Layer => ({
      id: token._id,
      name: token.symbol,
      category: undefined,
      totals: Float64Array.from(total),
    }))
    .toSorted((a, b) => (b.totals.at(-1) ?? 0) - (a.totals.at(-1) ?? 0));
  const isMany = all.length > mostLayers;
  const named = all.slice(0, isMany ? mostLayers - 1 : mostLayers);
  if (!isMany) return stackOf(times, named);
  const whole = sumOfLayers(times.length, all);
  return stackOf(times, [...named, othersOf(whole, named, all.length - named.length)]);
}

/** The layers in the colours of the thematics that hold their tokens; a token in several wallets has none. */
export function inThematicColours(
  stack: Stack,
  wallets: readonly Wallet[],
  categories: ReadonlyMap<string, Category>,
): Stack {
  const layers = stack.layers.map((layer) => {
    const holding = wallets.filter(({ tokens }) =>
      tokens.some(({ token }) => token._id === layer.id),
    );
    const [only, ...others] = holding;
    const thematic = others.length === 0 ? only?.thematics : undefined;
    return { ...layer, category: thematic === undefined ? undefined : categories.get(thematic) };
  });
  return { ...stack, layers };
}
