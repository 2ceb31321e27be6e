import type { DirectoryRow } from '#contract/directory.ts';
import { calendarNames, shortCalendarNames } from '../../history/periodText.ts';
import { Change, changeFigure } from '../../portfolio/Change.tsx';
import type { Format } from '../../preferences/format.ts';
import type { OwnColumns } from './directoryParams.ts';
import { toDateColumns, type PeriodStarts, type ToDateColumn } from './toDate.ts';

/** Columns from the start of the month, quarter and year up to the as of. */
export function columnsToDate(
  format: Format,
  starts: PeriodStarts | null,
): Pick<OwnColumns, ToDateColumn> {
  const columnOf = (name: ToDateColumn): OwnColumns[ToDateColumn] => {
    const { figure, period } = toDateColumns[name];
    const start = starts?.[period];
    /** undefined while rows of a request without the column are shown. */
    const valueOf = ({ since }: DirectoryRow) => since.find(({ at }) => at === start)?.[figure];
    const title = () =>
      start === undefined
        ? undefined
        : `${calendarNames[period]}: since ${format.dateTimeZone(start)}`;
    return figure === 'return'
      ? {
          header: `Return, ${shortCalendarNames[period]}`,
          unit: '%',
          kind: 'figure',
          cell: (row) => {
            const value = valueOf(row);
            return value === undefined ? '' : <Change value={value} />;
          },
          title,
          figure: changeFigure(valueOf, format.percentChange),
          skeleton: 52,
          sort: {
            descending: `Return, ${calendarNames[period].toLowerCase()}, best first`,
            ascending: `Return, ${calendarNames[period].toLowerCase()}, worst first`,
          },
          width: 136,
          wide: 180,
          isOptional: true,
        }
      : {
          header: `Value, ${shortCalendarNames[period]}`,
          unit: format.currency,
          kind: 'figure',
          cell: (row) => {
            const value = valueOf(row);
            return value === undefined ? '' : format.change(value);
          },
          title,
          figure: { of: valueOf, text: format.change },
          skeleton: 84,
          sort: {
            descending: `Value, ${calendarNames[period].toLowerCase()}, largest rise first`,
            ascending: `Value, ${calendarNames[period].toLowerCase()}, largest fall first`,
          },
          width: 148,
          wide: 200,
          isOptional: true,
        };
  };
  return {
    returnMtd: columnOf('returnMtd'),
    returnQtd: columnOf('returnQtd'),
    returnYtd: columnOf('returnYtd'),
    changeMtd: columnOf('changeMtd'),
    changeQtd: columnOf('changeQtd'),
    changeYtd: columnOf('changeYtd'),
  };
}
