import { changeOf } from '#analytics/change.ts';
import { day, stepOf } from '#contract/historyType.ts';
import type { DirectoryRow } from '#contract/directory.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '../database/database.ts';
import type { Market } from '../market/market.ts';
import { eachUserPage, userTotal, type UserWallets } from '../users/list.ts';
import { nameOf } from '../users/view.ts';
import { readWalletsAt, type WalletAt } from '../wallets/holdings.ts';
import { pricesAt, type PricesAt } from '../wallets/value.ts';

/** One row a user, page by page in order of creation, all valued at one as of. */
export async function* directoryRows(
  queries: Queries,
  market: Market,
): AsyncGenerator<DirectoryRow[]> {
  const now = pricesAt(market, market.asOf());
  const earlier = dayAgo(market, now.at);
  for await (const page of eachUserPage(queries, now.at)) {
    const before = await walletsBefore(queries, page, earlier.first);
    yield page.map((entry) => {
      const ago = earlier.prices(entry.wallets);
      return directoryRow(entry, now, ago, before(entry.wallets, ago.at));
    });
  }
}

/**
 * The instant of the first record of a user's `day` history: its step is 5 minutes, or coarser where none of the
 * tokens held has prices that fine.
 */
function dayAgo(market: Market, asOf: number) {
  const steps = new Map<string, number>();
  const stepOfToken = (token: string): number => {
    const known = steps.get(token);
    if (known !== undefined) return known;
    const step = market.finestStep([token], asOf - day, asOf) ?? Number.POSITIVE_INFINITY;
    steps.set(token, step);
    return step;
  };
  const at = (step: number) => Math.ceil((asOf - day) / step) * step;
  const known = new Map<number, PricesAt>();
  return {
    /** The earliest of all first records. */
    first: asOf - day,
    prices(wallets: readonly WalletAt[]): PricesAt {
      let finest = Number.POSITIVE_INFINITY;
      for (const { positions } of wallets) {
        for (const { token } of positions) finest = Math.min(finest, stepOfToken(token));
      }
      const instant = at(Number.isFinite(finest) ? Math.max(finest, stepOf.day) : stepOf.day);
      const prices = known.get(instant) ?? pricesAt(market, instant);
      known.set(instant, prices);
      return prices;
    },
  };
}

/** Gives wallets as they were at an earlier instant: read only for those that were stated anew since. */
async function walletsBefore(queries: Queries, page: readonly UserWallets[], first: number) {
  const restated = page
    .flatMap(({ wallets }) => wallets)
    .filter(({ since }) => since !== null && since > first)
    .map(({ walletSeq }) => walletSeq);
  const old =
    restated.length === 0 ? [] : await readWalletsAt(queries, first, { wallets: restated });
  const bySeq = new Map(old.map((wallet) => [wallet.walletSeq, wallet]));
  return (wallets: readonly WalletAt[], at: number): WalletAt[] =>
    wallets.map((wallet) =>
      wallet.since !== null && wallet.since > at
        ? (bySeq.get(wallet.walletSeq) ?? { ...wallet, since: null, positions: [] })
        : wallet,
    );
}

function directoryRow(
  { user, wallets }: UserWallets,
  now: PricesAt,
  ago: PricesAt,
  before: readonly WalletAt[],
): DirectoryRow {
  const total = userTotal(wallets, now);
  const held = before.some(({ since }) => since !== null);
  const change = held ? changeOf(Float64Array.of(userTotal(before, ago), total)) : null;
  return {
    customId: user.customId,
    name: nameOf(user),
    total,
    walletCount: wallets.length,
    thematics: wallets
      .filter(({ positions }) => positions.length > 0)
      .map(({ thematicId }) => thematicId),
    dayChange: change?.absolute ?? null,
    dayChangeRatio: change?.ratio ?? null,
    createdAt: formatTime(user.createdAt),
    updatedAt: formatTime(user.updatedAt),
    ...(user.sample ? { sample: true } : {}),
  };
}
