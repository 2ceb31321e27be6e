import { changeOf } from '#analytics/change.ts';
import { day, stepOf } from '#contract/historyType.ts';
import type { ListedRow } from '#contract/directory.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { firstHolding, tokensHeld } from '../portfolio/walletHistory.ts';
import type { Market } from '../prices/market.ts';
import { eachUserPage, userTotal, type UserWallets } from '../portfolio/userList.ts';
import { nameOf, otherAttributesOf } from '../portfolio/userView.ts';
import {
  positionsAt,
  readStandingOf,
  type Standing,
  type WalletAt,
} from '../portfolio/holdings.ts';
import { pricesAt, totalOf, type PricesAt } from '../portfolio/walletView.ts';

/** One row a user, page by page in order of creation, all valued at one as of. */
export async function* directoryRows(
  queries: Queries,
  market: Market,
): AsyncGenerator<ListedRow[]> {
  const now = pricesAt(market, market.asOf());
  const opening = dayOpening(market, now.at);
  for await (const page of eachUserPage(queries, now.at)) {
    const pastOf = await readPasts(queries, page, now.at - day);
    yield page.map((entry) => directoryRow(entry, now, opening(entry.wallets.map(pastOf))));
  }
}

/**
 * Gives the total at the first record of a user's `day` history: its step is 5 minutes, or coarser where none of the
 * tokens held has prices that fine. null: nothing was held up to then.
 */
function dayOpening(market: Market, asOf: number) {
  const steps = new Map<string, number>();
  const stepOfToken = (token: string): number => {
    const known = steps.get(token);
    if (known !== undefined) return known;
    const step = market.finestStep([token], asOf - day, asOf) ?? Number.POSITIVE_INFINITY;
    steps.set(token, step);
    return step;
  };
  const known = new Map<number, PricesAt>();
  return (wallets: readonly Standing[]): number | null => {
    let finest = Number.POSITIVE_INFINITY;
    for (const token of tokensHeld(wallets, asOf - day, asOf)) {
      finest = Math.min(finest, stepOfToken(token));
    }
    const step = Number.isFinite(finest) ? Math.max(finest, stepOf.day) : stepOf.day;
    const instant = Math.ceil((asOf - day) / step) * step;
    const first = firstHolding(wallets, asOf);
    if (first === null || first > instant) return null;
    const prices = known.get(instant) ?? pricesAt(market, instant);
    known.set(instant, prices);
    let total = 0;
    for (const wallet of wallets) total += totalOf(positionsAt(wallet, instant), prices);
    return total;
  };
}

/**
 * Gives what stands of a wallet, as far as the day's change needs it: what is in force now, unless the wallet was stated
 * anew since the day began, or holds nothing now and may have held something before.
 */
async function readPasts(queries: Queries, page: readonly UserWallets[], dayBegan: number) {
  const walletSeqs = page
    .flatMap(({ wallets }) => wallets)
    .filter(({ since, positions }) => since !== null && (since > dayBegan || isNothing(positions)))
    .map(({ walletSeq }) => walletSeq);
  const read = await readStandingOf(queries, walletSeqs, dayBegan);
  return ({ walletSeq, since, positions }: WalletAt): Standing =>
    read.get(walletSeq) ?? {
      statements: since === null ? [] : [{ at: since, positions }],
      heldFrom: since,
    };
}

function isNothing(positions: WalletAt['positions']): boolean {
  return positions.every(({ amount }) => amount === 0);
}

function directoryRow(
  { user, wallets }: UserWallets,
  now: PricesAt,
  opened: number | null,
): ListedRow {
  const total = userTotal(wallets, now);
  const change = opened === null ? null : changeOf(Float64Array.of(opened, total));
  const attributes = otherAttributesOf(user);
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
    ...(attributes === undefined ? {} : { attributes }),
  };
}
