import { ownPeriodColumns, type PeriodColumn } from '#contract/directory.ts';
import { periodLengths } from '../../history/periodText.ts';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import type { Format } from '../../preferences/format.ts';
import type { OwnColumns } from './directoryParams.ts';

/** Columns over periods of their own, so that several can be compared. */
export function columnsByPeriod(format: Format): Pick<OwnColumns, PeriodColumn> {
  const columnOf = (name: PeriodColumn): OwnColumns[PeriodColumn] => {
    const { figure, period } = ownPeriodColumns[name];
    return figure === 'return'
      ? {
          header: `Return, ${periodLengths[period]}`,
          unit: '%',
          kind: 'figure',
          cell: (row) => <Change value={row[name]} />,
          figure: changeFigure((row) => row[name], format.percentChange),
          skeleton: 52,
          sort: {
            descending: `Return over ${periodLengths[period]}, best first`,
            ascending: `Return over ${periodLengths[period]}, worst first`,
          },
          width: 132,
          wide: 180,
          isOptional: true,
        }
      : {
          header: `Value, ${periodLengths[period]}`,
          unit: format.currency,
          kind: 'figure',
          cell: (row) => format.change(row[name]),
          figure: { of: (row) => row[name], text: format.change },
          skeleton: 84,
          sort: {
            descending: `Value over ${periodLengths[period]}, largest rise first`,
            ascending: `Value over ${periodLengths[period]}, largest fall first`,
          },
          width: 148,
          wide: 200,
          isOptional: true,
        };
  };
  return {
    returnDay: columnOf('returnDay'),
    returnWeek: columnOf('returnWeek'),
    returnMonth: columnOf('returnMonth'),
    returnYear: columnOf('returnYear'),
    changeDay: columnOf('changeDay'),
    changeWeek: columnOf('changeWeek'),
    changeMonth: columnOf('changeMonth'),
    changeYear: columnOf('changeYear'),
  };
}
