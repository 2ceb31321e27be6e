import type { DailyColumn, DirectoryRow } from '#contract/directory.ts';
import type { ReactNode } from 'react';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import type { Format } from '../../preferences/format.ts';
import type { OwnColumns } from './directoryParams.ts';

/** Columns by daily steps. Their heads name the year's end, because it is not the instant of the other columns. */
export function columnsByDay(
  format: Format,
  dailyAsOf: string | null,
): Pick<OwnColumns, 'volatility' | 'drawdown' | 'drift'> {
  const year = dailyAsOf === null ? 'not computed yet' : `year to ${format.shortDate(dailyAsOf)}`;
  const shared = (name: DailyColumn, cell: (row: DirectoryRow) => ReactNode) =>
    ({
      kind: 'figure',
      unit: year,
      cell,
      title: ({ unknownDaily }: DirectoryRow) =>
        unknownDaily[name] ??
        (dailyAsOf === null
          ? undefined
          : `By daily steps, year to ${format.dateTimeZone(dailyAsOf)}`),
      skeleton: 52,
      isOptional: true,
    }) as const;
  return {
    volatility: {
      header: 'Volatility',
      ...shared('volatility', (row) => format.percent(row.volatility)),
      sort: { descending: 'Volatility, highest first', ascending: 'Volatility, lowest first' },
      width: 180,
      wide: 220,
    },
    drawdown: {
      header: 'Max drawdown',
      ...shared('maxDrawdown', (row) => <Change value={row.maxDrawdown} />),
      figure: changeFigure((row) => row.maxDrawdown, format.percentChange),
      sort: {
        ascending: 'Max drawdown, deepest first',
        descending: 'Max drawdown, flattest first',
      },
      width: 224,
      wide: 252,
    },
    drift: {
      header: 'Cost of drift',
      ...shared('costOfDrift', (row) => format.finePoints(row.costOfDrift)),
      unit: `pp, ${year}`,
      figure: { of: (row) => row.costOfDrift, text: format.finePoints },
      sort: {
        ascending: 'Cost of drift, largest loss first',
        descending: 'Cost of drift, largest gain first',
      },
      width: 252,
      wide: 280,
    },
  };
}
