import { modes } from '#analytics/modes.ts';

export type ValueName = 'Value' | 'Level' | 'Price';

interface ValueTraits {
  readonly head: string;
  /** Market data is public, so privacy does not hide it. */
  readonly isPublic: boolean;
  /** Text beside the figures; null: the currency. */
  readonly caption: string | null;
  readonly captionWithoutBase: string | null;
}

export const valueTraits: Record<ValueName, ValueTraits> = {
  Value: { head: 'Total', isPublic: false, caption: null, captionWithoutBase: null },
  Level: {
    head: 'Level',
    isPublic: true,
    caption: 'index, 100 at inception',
    captionWithoutBase: 'index',
  },
  Price: { head: 'Price', isPublic: true, caption: null, captionWithoutBase: null },
};

/** Optional marks with their parameter. `isInitial`: drawn by default. `isInToolbar`: of a single line; others have a switch of their own. */
export const lineMarks = [
  {
    name: 'marks',
    label: 'High/low',
    title: 'Mark the highest and lowest records',
    isInitial: true,
    isInToolbar: true,
  },
  {
    name: 'drawdowns',
    label: 'Shade',
    title: 'Shade the deepest drawdowns on the chart',
    isInitial: false,
    isInToolbar: false,
  },
  {
    name: 'previous',
    label: 'Previous',
    title: 'Previous period: draw the stretch of equal length before the shown one',
    isInitial: false,
    isInToolbar: false,
  },
] as const;
export const [, drawdownMark, previousMark] = lineMarks;
export const previousName = 'Previous period';
export type LineMark = (typeof lineMarks)[number]['name'];

/** Figures over the last records up to each record. Beta and correlation need a benchmark. */
export const rollingModes = [
  'rollingVolatility',
  'rollingSharpe',
  'rollingBeta',
  'rollingCorrelation',
] as const;
export type RollingMode = (typeof rollingModes)[number];

export const chartModes = [...modes, ...rollingModes] as const;
export type ChartMode = (typeof chartModes)[number];

/** Reports whether a rolling figure compares two histories. */
export const isRelative = (mode: RollingMode): boolean =>
  mode === 'rollingBeta' || mode === 'rollingCorrelation';

export const isRolling = (mode: ChartMode): mode is RollingMode =>
  rollingModes.some((one) => one === mode);

interface ModeTraits {
  /** Short name for controls and heads, and the name where it has no others beside it. */
  readonly name: string;
  readonly nameAlone: string;
  /** Figure at the base, which has its own line; null if there is none. */
  readonly base: number | null;
  readonly hasLog: boolean;
  /** Figures are sums of a user's money, which privacy hides. */
  readonly isInUnit: boolean;
  readonly isComparable: boolean;
  /** Returns a figure as a multiple of the base, from which changes between two instants follow. */
  readonly multipleOf: (figure: number) => number;
  /** The figure is the change since the base: no other change is shown beside it. */
  readonly isChange: boolean;
  /** Never above its base: filled from there in the color of a loss. */
  readonly isLoss: boolean;
  /** A long figure, for which room is reserved beside a name. */
  readonly longest: number;
  /** Label of the figures in a CSV and above a picture; `unit`: that of the history. */
  readonly csv: (unit: string) => string;
  readonly caption: (unit: string) => string;
  /** Text beside the figure of a single line: “index 104.32, 100 on 18 May”. `hasReturn`: a return says this too. */
  readonly note: (figure: string, base: string, hasReturn: boolean) => string;
  /** Why there may be records but no line. */
  readonly whyNone: string;
}

/** @param base drawn as a line of its own. */
const rollingTraits = (name: string, base: number): ModeTraits => ({
  name,
  nameAlone: `Rolling ${name.toLowerCase()}`,
  base,
  hasLog: false,
  isInUnit: false,
  isComparable: false,
  multipleOf: (figure) => figure,
  isChange: false,
  isLoss: false,
  longest: 10,
  csv: () => `rolling ${name.toLowerCase()}`,
  caption: () => `Rolling ${name.toLowerCase()}`,
  note: (figure) => `rolling ${name.toLowerCase()} ${figure}`,
  whyNone: 'A rolling figure needs more records: choose a longer period, or fewer records.',
});

export const modeTraits: Record<ChartMode, ModeTraits> = {
  value: {
    name: 'Value',
    nameAlone: 'Value',
    base: null,
    hasLog: true,
    isInUnit: true,
    isComparable: false,
    multipleOf: (figure) => figure,
    isChange: false,
    isLoss: false,
    longest: 10,
    csv: (unit) => unit,
    caption: (unit) => unit,
    note: () => '',
    whyNone: 'No known total in this window.',
  },
  percent: {
    name: '%',
    // A sign alone is not a name.
    nameAlone: 'Percent',
    base: 0,
    hasLog: false,
    isInUnit: false,
    isComparable: true,
    multipleOf: (figure) => 1 + figure,
    isChange: true,
    isLoss: false,
    longest: 10,
    csv: () => 'return, ratio',
    caption: () => 'Return in %',
    note: (_, base, hasReturn) => (hasReturn ? '' : `in percent, 0 on ${base}`),
    whyNone: 'All records before the last are 0: a change needs another base.',
  },
  index: {
    name: 'Index',
    nameAlone: 'Index',
    base: 100,
    hasLog: true,
    isInUnit: false,
    isComparable: true,
    multipleOf: (figure) => figure / 100,
    isChange: false,
    isLoss: false,
    longest: 1234.56,
    csv: () => 'index',
    caption: () => 'Index, 100 at the start',
    note: (figure, base) => `index ${figure}, 100 on ${base}`,
    whyNone: 'An index needs a first record above 0.',
  },
  drawdown: {
    name: 'Drawdown',
    nameAlone: 'Drawdown',
    base: 0,
    hasLog: false,
    isInUnit: false,
    isComparable: false,
    multipleOf: (figure) => 1 + figure,
    isChange: true,
    isLoss: true,
    longest: 10,
    csv: () => 'drawdown, ratio',
    caption: () => 'Drawdown in %',
    note: (figure) => `drawdown ${figure}`,
    whyNone: 'A drawdown needs a record above 0.',
  },
  rollingVolatility: rollingTraits('Volatility', 0),
  rollingSharpe: rollingTraits('Sharpe', 0),
  rollingBeta: rollingTraits('Beta', 1),
  rollingCorrelation: rollingTraits('Correlation', 0),
};
