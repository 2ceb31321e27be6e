import type { DirectoryRow, DirectorySums, DirectoryWindow } from '#contract/directory.ts';

/** Sums of no users. */
export const noSums: DirectorySums = {
  total: 0,
  known: 0,
  wallets: 0,
  openWallets: 0,
  change: null,
  flow: null,
  return: null,
  held: null,
  up: 0,
  level: 0,
  down: 0,
  unknown: 0,
};

/** A row of the directory with empty defaults. */
export function row(customId: string, its: Partial<DirectoryRow> = {}): DirectoryRow {
  return {
    customId,
    name: null,
    attributes: {},
    total: 0,
    walletCount: 0,
    openWallets: 0,
    thematics: [],
    change: null,
    flow: null,
    return: null,
    returnDay: null,
    returnWeek: null,
    returnMonth: null,
    returnYear: null,
    changeDay: null,
    changeWeek: null,
    changeMonth: null,
    changeYear: null,
    since: [],
    largest: null,
    hhi: null,
    volatility: null,
    maxDrawdown: null,
    costOfDrift: null,
    unknownDaily: {},
    held: null,
    spark: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...its,
  };
}

/** A window of users. */
export function page(
  count: number,
  offset: number,
  rows: readonly DirectoryRow[],
  its: Partial<DirectoryWindow> = {},
): DirectoryWindow {
  return {
    asOf: '2026-06-17T14:23:40.000Z',
    dailyAsOf: '2026-06-17T00:00:00.000Z',
    count,
    of: count,
    sums: { ...noSums, known: count, unknown: count },
    facets: [],
    without: {},
    unsupported: [],
    offset,
    rows: [...rows],
    ...its,
  };
}
