import type { DailyColumn, DirectoryRow } from '#contract/directory.ts';
import type { ReactNode } from 'react';
import { headWidth } from '../../design/columns.ts';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import type { Format } from '../../preferences/format.ts';
import type { OwnColumns } from './directoryParams.ts';

/** Columns by daily steps. Their heads name the year's end, because it is not the instant of the other columns. */
export function columnsByDay(
  format: Format,
  dailyAsOf: string | null,
): Pick<OwnColumns, 'volatility' | 'drawdown' | 'drift'> {
  const year = dailyAsOf === null ? 'not computed yet' : `year to ${format.shortDate(dailyAsOf)}`;
  const shared = (
    name: DailyColumn,
    head: { readonly header: string; readonly unit: string },
    cell: (row: DirectoryRow) => ReactNode,
  ) =>
    ({
      ...head,
      kind: 'figure',
      width: headWidth(head),
      wide: headWidth(head) + 28,
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
      ...shared('volatility', { header: 'Volatility', unit: year }, (row) =>
        format.percent(row.volatility),
      ),
      sort: { descending: 'Volatility, highest first', ascending: 'Volatility, lowest first' },
    },
    drawdown: {
      ...shared('maxDrawdown', { header: 'Max drawdown', unit: year }, (row) => (
        <Change value={row.maxDrawdown} />
      )),
      figure: changeFigure((row) => row.maxDrawdown, format.percentChange),
      sort: {
        ascending: 'Max drawdown, deepest first',
        descending: 'Max drawdown, flattest first',
      },
    },
    drift: {
      ...shared('costOfDrift', { header: 'Cost of drift', unit: `pp, ${year}` }, (row) =>
        format.finePoints(row.costOfDrift),
      ),
      figure: { of: (row) => row.costOfDrift, text: format.finePoints },
      sort: {
        ascending: 'Cost of drift, largest loss first',
        descending: 'Cost of drift, largest gain first',
      },
    },
  };
}
