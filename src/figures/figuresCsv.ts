import { csvText, type Cell } from '#contract/csv.ts';
import { figureNames, type FiguresAnswer } from '#contract/figures.ts';

/** Columns of the CSV. Each row is a figure, a drawdown, a month or a year. */
const columns = [
  'table',
  'name',
  'value',
  'excess',
  'standardError',
  'observations',
  'peakAt',
  'troughAt',
  'recoveredAt',
  'days',
  'reason',
  'from',
  'to',
  'asOf',
  'benchmark',
  'rf',
] as const;
type Row = Partial<Readonly<Record<(typeof columns)[number], Cell>>>;

/** Returns figures, drawdowns, months and years as one table. */
export function figuresCsv(answer: FiguresAnswer): string {
  const { asOf, from, to, rf } = answer;
  const shared = { asOf, from, to, rf, benchmark: answer.benchmark?.label };
  const rows: Row[] = [
    ...figureNames.map((name) => ({ table: 'figure', name, ...answer.figures[name] })),
    ...answer.drawdowns.map(({ depth, ...course }, index) => ({
      table: 'drawdown',
      name: String(index + 1),
      value: depth,
      ...course,
    })),
    ...calendarRows('month', answer.months),
    ...calendarRows('year', answer.years),
  ];
  return csvText(
    columns,
    rows.map((row) => {
      const cells: Row = { ...row, ...shared };
      return columns.map((column) => cells[column]);
    }),
  );
}

const calendarRows = (table: string, periods: FiguresAnswer['months']): Row[] =>
  periods.map(({ period, return: value, excess }) => ({ table, name: period, value, excess }));
