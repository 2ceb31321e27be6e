import type { Mode } from '#analytics/modes.ts';

/** What the records of a history are, by its name in the controls. */
export type ValueName = 'Value' | 'Level' | 'Price';

interface ValueTraits {
  /** Heads the column of its records. */
  readonly head: string;
  /** Whether it belongs to the market and not to a user: privacy leaves it. */
  readonly isPublic: boolean;
  /** What is said beside its figures; null: the currency. */
  readonly caption: string | null;
  /** The same where it is not known when a level was 100. */
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

/**
 * What can be drawn besides a line that is alone, by its switch in the toolbar and its parameter in the address; `isInitial`: it
 * is drawn where that says nothing. `LinesChart.tsx` draws each.
 */
export const lineMarks = [
  {
    name: 'marks',
    label: 'High/low',
    title: 'Mark the highest and the lowest record',
    isInitial: true,
  },
] as const;
export type LineMark = (typeof lineMarks)[number]['name'];

/** What a mode is to those who draw, name and hand out its figures; `figuresOf` writes them. */
interface ModeTraits {
  /** As short as a control or a head takes it, and as it is where no other stands beside it. */
  readonly name: string;
  readonly nameAlone: string;
  /** The figure at the base, which is drawn as a line of its own; null where there is none. */
  readonly base: number | null;
  readonly hasLog: boolean;
  /** Whether its figures are in the unit of the history: sums of money of a user, which privacy hides. */
  readonly isInUnit: boolean;
  /** Whether several histories share its scale. */
  readonly isComparable: boolean;
  /** A figure as a multiple of what there was at the base: changes between two instants follow from it. */
  readonly multipleOf: (figure: number) => number;
  /** The figure is the change since the base itself: no other is written beside it. */
  readonly isChange: boolean;
  /** Nothing is above its base: filled from there, in the colour of a loss, and the lowest record is the deepest. */
  readonly isLoss: boolean;
  /** A long figure of it: room for one is kept beside a name. */
  readonly longest: number;
  /** What its figures are, in the head of a CSV and above a picture; `unit`: that of the history. */
  readonly csv: (unit: string) => string;
  readonly caption: (unit: string) => string;
  /** Beside the figure of a line that is alone: “index 104.32, 100 on 18 May”. `hasReturn`: a return says so too. */
  readonly note: (figure: string, base: string, hasReturn: boolean) => string;
  /** Why there may be records and no line of them. */
  readonly whyNone: string;
}

export const modeTraits: Record<Mode, ModeTraits> = {
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
    whyNone: 'No record of this stretch is known.',
  },
  percent: {
    name: '%',
    // Without the others beside it a sign is no name.
    nameAlone: 'Per cent',
    base: 0,
    hasLog: false,
    isInUnit: false,
    isComparable: true,
    multipleOf: (figure) => 1 + figure,
    isChange: true,
    isLoss: false,
    longest: 10,
    csv: () => 'change, ratio',
    caption: () => 'Change in %',
    note: (_, base, hasReturn) => (hasReturn ? '' : `in per cent, 0 on ${base}`),
    whyNone: 'Every record is 0 until the last: there is nothing to compare with.',
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
};
