import {
  dailyColumns,
  directoryPeriods,
  periodColumnNames,
  ownPeriodColumns,
  type DirectoryPeriod,
} from '#contract/directory.ts';
import { sinceFamily, sinceFigures } from '#contract/directorySince.ts';
import { Concentration } from '#analytics/concentration.ts';
import { reconciles, sumOf } from '#analytics/weights.ts';
import type { HoldingsTable } from './holdings.ts';
import type { Valuation } from './userValuation.ts';

/** Figures of a user as reported by another service; null: unknown. */
export interface ReportedUserFigures {
  readonly total: number | null;
  readonly walletCount: number | null;
  /** null: not read yet. */
  readonly wallets: readonly ReportedWallet[] | null;
  /** Some wallets may not have been read: totals over all are unknown. */
  readonly hasMoreWallets: boolean;
  /** Of the histories that were read. */
  readonly periods: Readonly<Partial<Record<DirectoryPeriod, ReportedPeriod>>>;
}

interface ReportedWallet {
  readonly thematic: string | null;
  readonly total: number | null;
  readonly positions: readonly { readonly token: string; readonly total: number | null }[];
}

interface ReportedPeriod {
  readonly change: number | null;
  readonly spark: readonly (number | null)[] | null;
}

interface NumberedWallet {
  readonly thematic: number;
  readonly total: number;
  readonly isOpen: boolean;
  readonly tokens: readonly number[];
  readonly totals: readonly number[];
}

interface NumberedFigures extends Pick<
  ReportedUserFigures,
  'periods' | 'walletCount' | 'hasMoreWallets'
> {
  readonly total: number;
  readonly wallets: readonly NumberedWallet[] | null;
}

/** Figures that no other service reports. */
export const neverReported = [
  'flow',
  'return',
  ...periodColumnNames.filter((name) => ownPeriodColumns[name].figure === 'return'),
  ...dailyColumns,
  ...sinceFigures.map((figure) => sinceFamily(figure)),
] as const;

const orUnknown = (value: number | null | undefined): number => value ?? Number.NaN;

/** A closed wallet has neither positions nor a value. */
const isOpen = ({ total, positions }: ReportedWallet): boolean =>
  positions.length > 0 || (total !== null && total !== 0);

/**
 * Values users by figures that another service reports, not by prices: past amounts and prices are unknown, and so are
 * flow and return. Unknown figures are NaN, never 0.
 */
export class ReportedTable implements Valuation {
  readonly #names: Pick<HoldingsTable, 'thematics' | 'tokens'>;
  readonly #users: (NumberedFigures | null)[] = [];

  constructor(names: Pick<HoldingsTable, 'thematics' | 'tokens'>) {
    this.#names = names;
  }

  set(rowIndex: number, reported: ReportedUserFigures | null): void {
    if (reported === null) {
      this.#users[rowIndex] = null;
      return;
    }
    const { thematics, tokens } = this.#names;
    const wallets =
      reported.wallets?.map((wallet) => ({
        thematic: wallet.thematic === null ? -1 : thematics.numberOf(wallet.thematic),
        total: orUnknown(wallet.total),
        isOpen: isOpen(wallet),
        tokens: wallet.positions.map(({ token }) => tokens.numberOf(token)),
        totals: wallet.positions.map(({ total }) => orUnknown(total)),
      })) ?? null;
    const { periods, walletCount, hasMoreWallets } = reported;
    const total = orUnknown(reported.total);
    this.#users[rowIndex] = { periods, walletCount, hasMoreWallets, total, wallets };
  }

  value: Valuation['value'] = (rowIndex, figures) => {
    figures.heldThematics.clear(rowIndex);
    figures.heldTokens.clear(rowIndex);
    const reported = this.#users[rowIndex] ?? null;
    const wallets = reported?.wallets ?? null;
    figures.total[rowIndex] = reported?.total ?? Number.NaN;
    figures.walletCount[rowIndex] = orUnknown(reported?.walletCount);
    const all = reported?.hasMoreWallets === true ? null : wallets;
    figures.openWallets[rowIndex] = all?.filter((wallet) => wallet.isOpen).length ?? Number.NaN;
    for (const wallet of wallets ?? []) {
      if (wallet.isOpen && wallet.thematic >= 0) {
        figures.heldThematics.add(rowIndex, wallet.thematic);
      }
      for (const token of wallet.tokens) figures.heldTokens.add(rowIndex, token);
    }
    const { largest, hhi } = concentrationOf(all);
    figures.largest[rowIndex] = orUnknown(largest?.share);
    figures.largestToken[rowIndex] = largest?.part ?? 0;
    figures.hhi[rowIndex] = orUnknown(hhi);
    for (const period of directoryPeriods) {
      const into = figures.periods[period];
      into.change[rowIndex] = orUnknown(reported?.periods[period]?.change);
      into.flow[rowIndex] = Number.NaN;
      into.return[rowIndex] = Number.NaN;
    }
  };

  spark: Valuation['spark'] = (rowIndex, period) => {
    const spark = this.#users[rowIndex]?.periods[period]?.spark ?? null;
    return spark === null ? null : [...spark];
  };

  heldOf: Valuation['heldOf'] = (rowIndex, thematics, tokens) => {
    let held = 0;
    for (const wallet of this.#users[rowIndex]?.wallets ?? []) {
      if (thematics?.has(wallet.thematic) === false) continue;
      if (tokens === null) held += wallet.isOpen ? wallet.total : 0;
      else {
        for (const [index, token] of wallet.tokens.entries()) {
          if (tokens.has(token)) held += wallet.totals[index] ?? Number.NaN;
        }
      }
    }
    return held;
  };

  eachHeld: Valuation['eachHeld'] = (rowIndex, by, visit) => {
    for (const { thematic, isOpen: isHeld, total, tokens, totals } of this.#users[rowIndex]
      ?.wallets ?? []) {
      if (by === 'token') {
        for (const [index, token] of tokens.entries()) visit(token, totals[index] ?? Number.NaN);
      } else if (isHeld && thematic >= 0) visit(thematic, total);
    }
  };

  eachPosition: Valuation['eachPosition'] = (rowIndex, thematic, visit) => {
    const wallet = this.#users[rowIndex]?.wallets?.find((one) => one.thematic === thematic);
    for (const [index, token] of (wallet?.tokens ?? []).entries()) {
      visit(token, Number.NaN, wallet?.totals[index] ?? Number.NaN);
    }
    return wallet?.isOpen === true;
  };

  /**
   * The sum of the wallets: the reported total may be of another instant, with shares above 1. NaN, which has no
   * shares, if anything is negative.
   */
  shareBaseOf = (rowIndex: number): number | null => {
    const user = this.#users[rowIndex] ?? null;
    const wallets = user?.hasMoreWallets === true ? null : (user?.wallets ?? null);
    if (wallets?.some(({ total, totals }) => total < 0 || totals.some((one) => one < 0)) === true)
      return Number.NaN;
    return wallets === null ? null : sumOf(wallets.map(({ total }) => total));
  };

  areTokensKnown = (rowIndex: number): boolean => {
    const user = this.#users[rowIndex] ?? null;
    return (
      user?.hasMoreWallets === false &&
      user.wallets?.every(({ isOpen: isHeld, tokens }) => !isHeld || tokens.length > 0) === true
    );
  };

  /**
   * Wallets with a total that differs from the sum of their positions. Compares only figures of one answer, because the
   * totals of the user and of the wallets are read at different instants. An unknown total differs from nothing.
   */
  differencesOf = (rowIndex: number): { thematic: number; difference: number }[] =>
    (this.#users[rowIndex]?.wallets ?? []).flatMap(({ thematic, total, tokens, totals }) => {
      const sum = sumOf(totals);
      const isKnown = tokens.length > 0 && Number.isFinite(total) && Number.isFinite(sum);
      return isKnown && !reconciles(sum, total) ? [{ thematic, difference: total - sum }] : [];
    });

  thematicsOf: Valuation['thematicsOf'] = (rowIndex) =>
    (this.#users[rowIndex]?.wallets ?? [])
      .filter((wallet) => wallet.isOpen && wallet.thematic >= 0)
      .map(({ thematic }) => thematic);
}

/** Over the tokens of all wallets; without shares if a total is unknown or negative. */
function concentrationOf(wallets: readonly NumberedWallet[] | null): Concentration {
  const byToken = new Map<number, number>();
  for (const { tokens, totals } of wallets ?? []) {
    for (const [index, token] of tokens.entries()) {
      byToken.set(token, (byToken.get(token) ?? 0) + (totals[index] ?? Number.NaN));
    }
  }
  const all = new Concentration(1);
  for (const [token, total] of byToken) all.add(token, total);
  return all;
}
