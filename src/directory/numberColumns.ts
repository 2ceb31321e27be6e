import {
  ownPeriodColumns,
  type DailyColumn,
  type DirectoryColumn,
  type DirectoryPeriod,
  type OwnDirectoryColumn,
  type PeriodColumn,
} from '#contract/directory.ts';
import { readSinceColumn, type SinceFigure } from '#contract/directorySince.ts';
import type { DailyFigures } from './dailyFigures.ts';
import type { Figures } from './figures.ts';
import type { People } from './people.ts';
import type { SinceColumns } from './sinceTable.ts';

/**
 * The values of a column by row, and the kind of change that invalidates its orders and filters: users alone, prices
 * too, prices over a period or since an instant, or the day. Values must depend on
 * nothing else.
 */
export type NumberColumn =
  | { readonly changesWith: 'user'; readonly values: (people: People) => Float64Array }
  | {
      readonly changesWith: 'prices';
      readonly values: (people: People, figures: Figures) => Float64Array;
    }
  | {
      readonly changesWith: 'period';
      readonly values: (people: People, figures: Figures, period: DirectoryPeriod) => Float64Array;
    }
  | {
      readonly changesWith: 'instant';
      readonly figure: SinceFigure;
      /** Epoch milliseconds. */
      readonly at: number;
    }
  | { readonly changesWith: 'day'; readonly values: (daily: DailyFigures) => Float64Array };

/** The tables that columns are read from. */
export interface ColumnTables {
  readonly people: People;
  readonly figures: Figures;
  readonly daily: DailyFigures;
  /** undefined if users were not measured since the instant. */
  readonly sinceOf: (at: number) => SinceColumns | undefined;
}

export function columnValues(
  column: NumberColumn,
  { people, figures, daily, sinceOf }: ColumnTables,
  period: DirectoryPeriod,
): Float64Array {
  if (column.changesWith === 'instant') return sinceOf(column.at)?.[column.figure] ?? noValues;
  return column.changesWith === 'day'
    ? column.values(daily)
    : column.values(people, figures, period);
}

const noValues = new Float64Array(0);

const ofFigure = (
  name: 'total' | 'walletCount' | 'openWallets' | 'largest' | 'hhi',
): NumberColumn => ({ changesWith: 'prices', values: (_, figures) => figures[name] });

const ofPeriod = (name: 'change' | 'flow' | 'return'): NumberColumn => ({
  changesWith: 'period',
  values: (_, { periods }, period) => periods[period][name],
});

function ofOwnPeriod(name: PeriodColumn): NumberColumn {
  const { figure, period } = ownPeriodColumns[name];
  return { changesWith: 'prices', values: (_, { periods }) => periods[period][figure] };
}

const ofDay = (name: DailyColumn): NumberColumn => ({
  changesWith: 'day',
  values: ({ columns }) => columns[name],
});

/** All columns except texts. The held value depends on the filter, and is sorted elsewhere. */
export const numberColumns: Readonly<
  Record<Exclude<OwnDirectoryColumn, 'customId' | 'name' | 'held'>, NumberColumn>
> = {
  total: ofFigure('total'),
  walletCount: ofFigure('walletCount'),
  thematics: ofFigure('openWallets'),
  change: ofPeriod('change'),
  flow: ofPeriod('flow'),
  return: ofPeriod('return'),
  returnDay: ofOwnPeriod('returnDay'),
  returnWeek: ofOwnPeriod('returnWeek'),
  returnMonth: ofOwnPeriod('returnMonth'),
  returnYear: ofOwnPeriod('returnYear'),
  changeDay: ofOwnPeriod('changeDay'),
  changeWeek: ofOwnPeriod('changeWeek'),
  changeMonth: ofOwnPeriod('changeMonth'),
  changeYear: ofOwnPeriod('changeYear'),
  largest: ofFigure('largest'),
  hhi: ofFigure('hhi'),
  volatility: ofDay('volatility'),
  maxDrawdown: ofDay('maxDrawdown'),
  costOfDrift: ofDay('costOfDrift'),
  createdAt: { changesWith: 'user', values: ({ created }) => created },
};

const named: Readonly<Partial<Record<DirectoryColumn, NumberColumn>>> = numberColumns;

/** Returns a column of numbers by its name; undefined for texts and attributes. */
export function numberColumnOf(by: DirectoryColumn): NumberColumn | undefined {
  const since = readSinceColumn(by);
  return since === null ? named[by] : { changesWith: 'instant', ...since };
}
