/** The figures of users, each a column; NaN stands for what is not known. */
export const figureColumns = [
  'wallets',
  'thematics',
  'total',
  'change',
  'percent',
  'created',
  'updated',
] as const;
export type FigureColumn = (typeof figureColumns)[number];
export type Figures = Readonly<Record<FigureColumn, Float64Array>>;

/** Columns with room for so many users, which begin with those of `before`. */
export function figuresFor(room: number, before?: Figures): Figures {
  const made = (column: FigureColumn) => {
    const values = new Float64Array(room);
    if (before !== undefined) values.set(before[column]);
    return values;
  };
  return {
    wallets: made('wallets'),
    thematics: made('thematics'),
    total: made('total'),
    change: made('change'),
    percent: made('percent'),
    created: made('created'),
    updated: made('updated'),
  };
}
