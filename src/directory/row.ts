import type { DirectoryTables } from './choose.ts';
import {
  dailyColumns,
  ownPeriodColumns,
  type DailyColumn,
  type DirectoryPeriod,
  type PeriodColumn,
} from '#contract/directory.ts';
import type { Figures } from './figures.ts';
import type { SinceColumns } from './sinceTable.ts';
import type { DailyFigures } from './dailyFigures.ts';
import type { Valuation } from './userValuation.ts';

/** A user in the directory's output; null: unknown. */
export interface ModelRow {
  readonly customId: string;
  readonly name: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly total: number | null;
  readonly walletCount: number | null;
  readonly openWallets: number | null;
  readonly thematics: readonly string[];
  readonly change: number | null;
  readonly flow: number | null;
  readonly return: number | null;
  readonly returnDay: number | null;
  readonly returnWeek: number | null;
  readonly returnMonth: number | null;
  readonly returnYear: number | null;
  readonly changeDay: number | null;
  readonly changeWeek: number | null;
  readonly changeMonth: number | null;
  readonly changeYear: number | null;
  /** Since each requested instant (epoch milliseconds). */
  readonly since: readonly RowSince[];
  readonly largest: { readonly token: string; readonly share: number } | null;
  /** Herfindahl–Hirschman index over tokens. */
  readonly hhi: number | null;
  readonly volatility: number | null;
  readonly maxDrawdown: number | null;
  readonly costOfDrift: number | null;
  /** For each of these three that is null, the reason. */
  readonly unknownDaily: Readonly<Partial<Record<DailyColumn, string>>>;
  /** The part of the total in the filtered thematics and tokens. */
  readonly held: { readonly total: number | null; readonly share: number | null } | null;
  readonly spark: readonly (number | null)[] | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly sample: boolean;
}

export interface RowSince {
  readonly at: number;
  readonly return: number | null;
  readonly change: number | null;
}

/**
 * Reads rows of a snapshot by index, optionally with a sparkline. `heldAt`: value in the filtered thematics and
 * tokens.
 */
export function rowReader(
  { people, holdings, figures, daily }: DirectoryTables,
  valuation: Valuation,
  period: DirectoryPeriod,
  heldAt: (rowIndex: number) => number | null,
): (rowIndex: number, spark: boolean, since: readonly SinceColumns[]) => ModelRow {
  const moved = figures.periods[period];
  return (rowIndex, spark, since) => {
    const share = numberOrNull(figures.largest[rowIndex]);
    const token = holdings.tokens.all[figures.largestToken[rowIndex] ?? 0];
    const total = numberOrNull(figures.total[rowIndex]);
    const held = heldAt(rowIndex);
    const shareBase = numberOrNull(valuation.shareBaseOf?.(rowIndex) ?? figures.total[rowIndex]);
    const { createdAt, ...person } = people.read(rowIndex);
    return {
      ...person,
      createdAt: numberOrNull(createdAt),
      total,
      walletCount: numberOrNull(figures.walletCount[rowIndex]),
      openWallets: numberOrNull(figures.openWallets[rowIndex]),
      thematics: valuation
        .thematicsOf(rowIndex)
        .map((thematic) => holdings.thematics.all[thematic] ?? ''),
      change: numberOrNull(moved.change[rowIndex]),
      flow: numberOrNull(moved.flow[rowIndex]),
      return: numberOrNull(moved.return[rowIndex]),
      ...ownPeriods(figures, rowIndex),
      since: since.map(({ at, ...columns }) => ({
        at,
        return: numberOrNull(columns.return[rowIndex]),
        change: numberOrNull(columns.change[rowIndex]),
      })),
      largest: share === null || token === undefined ? null : { token, share },
      hhi: numberOrNull(figures.hhi[rowIndex]),
      ...dailyValues(daily, rowIndex),
      held:
        held === null
          ? null
          : {
              total: numberOrNull(held),
              share: shareBase !== null && shareBase > 0 ? numberOrNull(held / shareBase) : null,
            },
      spark: spark ? valuation.spark(rowIndex, period) : null,
    };
  };
}

function dailyValues(daily: DailyFigures, rowIndex: number) {
  const { columns } = daily;
  const unknownDaily: Partial<Record<DailyColumn, string>> = {};
  for (const name of dailyColumns) {
    const reason = daily.reasonOf(name, rowIndex);
    if (reason !== null) unknownDaily[name] = reason;
  }
  return {
    volatility: numberOrNull(columns.volatility[rowIndex]),
    maxDrawdown: numberOrNull(columns.maxDrawdown[rowIndex]),
    costOfDrift: numberOrNull(columns.costOfDrift[rowIndex]),
    unknownDaily,
  };
}

function ownPeriods({ periods }: Figures, rowIndex: number): Record<PeriodColumn, number | null> {
  const valueOf = (name: PeriodColumn) => {
    const { figure, period } = ownPeriodColumns[name];
    return numberOrNull(periods[period][figure][rowIndex]);
  };
  return {
    returnDay: valueOf('returnDay'),
    returnWeek: valueOf('returnWeek'),
    returnMonth: valueOf('returnMonth'),
    returnYear: valueOf('returnYear'),
    changeDay: valueOf('changeDay'),
    changeWeek: valueOf('changeWeek'),
    changeMonth: valueOf('changeMonth'),
    changeYear: valueOf('changeYear'),
  };
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
