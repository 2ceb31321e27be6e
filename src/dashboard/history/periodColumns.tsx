import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Column } from '../design/columns.ts';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import type { Format } from '../preferences/format.ts';
import { periodNames } from './periodText.ts';

/** In px. Over a year or more, a change can be a thousandfold. */
const widths: Record<HistoryType, number> = {
  day: 108,
  week: 112,
  month: 116,
  year: 116,
  all: 116,
};

type Changes = Readonly<Record<HistoryType, number | null>>;

/**
 * Columns for the return over every period: of a level or a price, which have no flows.
 * @param own extras by period: narrow area, width from which it is shown, sort order, note.
 */
export function periodColumns<Row extends { readonly change: Changes }>(
  format: Format,
  own: (period: HistoryType) => Pick<Column<Row>, 'narrow' | 'from' | 'sort' | 'className'> & {
    readonly note?: (row: Row) => string | null;
  },
): readonly Column<Row>[] {
  return historyTypes.map((period) => {
    const value = ({ change }: Row) => change[period];
    const { sort, note, ...rest } = own(period);
    return {
      id: period,
      header: periodNames[period],
      unit: 'return',
      kind: 'figure',
      cell: (row) => (
        <Change
          value={value(row)}
          format={format.market.percentChange}
          note={note?.(row) ?? null}
        />
      ),
      figure: changeFigure(value, format.market.percentChange),
      skeleton: 52,
      sort: { value, ...sort },
      width: widths[period],
      wide: widths[period] + 48,
      ...rest,
    };
  });
}
