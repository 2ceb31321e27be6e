import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';
import { call } from '../../../shared/api/client.ts';
import { type Layer, mostLayers, othersOf, type Stack, stackOf, sumOfLayers } from './stack.ts';

/** What every token of a user was worth over a period, where the service tells: the largest now, and the others together. */
export function tokenStackQuery(customId: string, historyType: HistoryType) {
  const key = ['user', customId, 'positions', 'history'];
  return queryOptions<Stack>({
    queryKey: [...key, historyType],
    queryFn: async ({ signal }) =>
      tokenStack(
        await call(getPositionsHistory, { params: { id: customId, historyType } }, signal),
      ),
    // Another period of the same user shows the old picture until it is there.
    placeholderData: (before, query) => (query?.queryKey[1] === customId ? before : undefined),
    structuralSharing: false,
  });
}

/** The layers of a positions history. Tokens have no colour of their own: they take the colours in their order. */
export function tokenStack({ dates, tokens }: PositionsHistory): Stack {
  const times = Float64Array.from(dates, (date) => parseTime(date));
  const all = tokens
    .map(({ token, total }) => ({
      id: token._id,
      name: token.symbol,
      category: undefined,
      totals: Float64Array.from(total),
    }))
    .toSorted((a, b) => (b.totals.at(-1) ?? 0) - (a.totals.at(-1) ?? 0));
  const isMany = all.length > mostLayers;
  const named = all
    .slice(0, isMany ? mostLayers - 1 : mostLayers)
    .map((layer, index): Layer => ({ ...layer, category: index + 1 }));
  if (!isMany) return stackOf(times, named);
  const whole = sumOfLayers(times.length, all);
  return stackOf(times, [...named, othersOf(whole, named, all.length - named.length)]);
}
