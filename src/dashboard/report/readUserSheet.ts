import { getUserFigures } from '#contract/operations/figures.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { getUser } from '#contract/operations/users.ts';
import {
  getPastWallets,
  getPerformance,
  getPositionsHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import type { PastWallets } from '#contract/wallet.ts';
import { allocationByThematic, allocationByToken } from '../portfolio/allocation.ts';
import { movedByToken, movedByWallet } from '../portfolio/moved.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { positionColumnsOf, walletColumnsOf } from '../portfolio/userQueries.ts';
import {
  chart,
  driversOf,
  levelLine,
  noRecords,
  offered,
  type SheetCall,
  readLevels,
  seriesIn,
  type Sheet,
  type SheetAllocation,
  type SheetDrivers,
  type SheetOptions,
  sheetWindow,
  valueParts,
  without,
} from './sheet.ts';

type PortfolioOwner = Extract<PortfolioSubject, { readonly user: string }>;

/** Reads the sheet of a user or of one of their wallets. */
export async function readUserSheet(
  read: SheetCall,
  owner: PortfolioOwner,
  options: SheetOptions,
): Promise<Sheet> {
  const { user: id, thematic: thematicId } = owner;
  const { asOf, signal } = options;
  const { shown, query, figuresType, figuresQuery } = sheetWindow(options);
  const { period: historyType, part } = shown;
  const ofWallet = thematicId === undefined ? {} : { thematic: thematicId };
  const [user, thematics, held, performance, figures, drivers] = await Promise.all([
    read(getUser, { params: { id } }, signal),
    // Names are those of the present.
    read(getThematics, {}, signal),
    readWallets(read, id, options),
    read(getPerformance, { params: { id, historyType }, query: { ...ofWallet, ...query } }, signal),
    read(
      getUserFigures,
      { params: { id, historyType: figuresType }, query: { ...ofWallet, ...figuresQuery } },
      signal,
    ),
    readDrivers(read, owner, options),
  ]);
  const names = new Map(thematics.map(({ _id, name }) => [_id, name.trim()]));
  const nameOf = (one: string) => names.get(one) || one;
  const benchmark =
    thematicId === undefined || !names.has(thematicId)
      ? []
      : [
          levelLine(
            thematicId,
            `${nameOf(thematicId)} thematic`,
            seriesIn(await readLevels(read, thematicId, { type: historyType, asOf, signal }), part),
          ),
        ];
  const { ofSheet, value, returns } = valueParts(performance, options, shown);
  const userName = typeof user['name'] === 'string' ? user['name'] : '';
  return {
    title: thematicId === undefined ? id : nameOf(thematicId),
    subtitle: thematicId === undefined ? userName : `wallet of ${id}`,
    ...ofSheet,
    figures,
    charts: [
      value,
      {
        ...chart('Return', 'percent', [returns, ...benchmark]),
        reason:
          performance.index === null
            ? (performance.reason ?? 'Return not known.')
            : returns.series.times.length === 0
              ? noRecords
              : null,
      },
    ],
    allocations: allocationsOf(held, thematicId, nameOf),
    drivers: drivers(nameOf),
  };
}

type HeldWallets = Pick<PastWallets, 'wallets' | 'reason' | 'positionsReason'>;

async function readWallets(
  read: SheetCall,
  id: string,
  { asOf, signal }: Pick<SheetOptions, 'asOf' | 'signal'>,
): Promise<HeldWallets> {
  const params = { id };
  if (asOf !== null) {
    return read(getPastWallets, { params, query: queryAsOf(asOf) }, signal);
  }
  const wallets = await read(getWallets, { params }, signal);
  return { wallets, reason: null, positionsReason: null };
}

function allocationsOf(
  { wallets, reason, positionsReason }: HeldWallets,
  thematicId: string | undefined,
  nameOf: (thematicId: string) => string,
): SheetAllocation[] {
  const own = wallets.filter(({ thematics: of }) => thematicId === undefined || of === thematicId);
  const byToken = {
    title: 'By token',
    slices: allocationByToken(own),
    reason: reason ?? positionsReason,
  };
  if (thematicId !== undefined) return [byToken];
  return [{ title: 'By thematic', slices: allocationByThematic(own, nameOf), reason }, byToken];
}

/** By wallet, or by token of one wallet. */
async function readDrivers(
  read: SheetCall,
  { user: id, thematic }: PortfolioOwner,
  options: SheetOptions,
): Promise<(nameOf: (thematicId: string) => string) => SheetDrivers> {
  const { shown, query } = sheetWindow(options);
  const { period, part } = shown;
  const params = { id, historyType: period };
  const { signal } = options;
  if (thematic === undefined) {
    const wallets = await offered(read(getWalletsPerformance, { params, query }, signal));
    if ('reason' in wallets) return () => without(wallets.reason);
    const { answer } = wallets;
    const columns = { period, ...walletColumnsOf(answer) };
    return (nameOf) => driversOf(movedByWallet(columns, part, nameOf), answer.reason);
  }
  const ofWallet = { thematic, ...query };
  const positions = await offered(read(getPositionsHistory, { params, query: ofWallet }, signal));
  if ('reason' in positions) return () => without(positions.reason);
  return () => driversOf(movedByToken(positionColumnsOf(positions.answer), part), undefined);
}
