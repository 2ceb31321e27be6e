import type { CSSProperties, ReactNode } from 'react';
import { type Cell, csvText } from '#contract/csv.ts';
import type { Privacy } from '../preferences/preferences.ts';
import type { Sort } from '../url/sortParam.ts';
import { labelWithUnit } from './WithUnit.tsx';

/** Grid area of a cell below 768 px. A column without one is hidden there. */
export type NarrowArea = 'mark' | 'head' | 'value' | 'left' | 'right' | 'bar' | 'third' | 'last';

/** Table width in px from which a column is shown by default. Less important columns have larger ones. */
export type FromWidth = 560 | 720 | 800 | 960 | 1100 | 1200 | 1280;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly unit?: string | null;
  /** Replaces the name in the head, such as a menu. null: the name is for screen readers only. */
  readonly head?: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly title?: (row: Row) => string | undefined;
  /** Undefined for a row without a link. */
  readonly href?: (row: Row) => string | undefined;
  /** For a row whose link expands the rows below it. */
  readonly isExpanded?: (row: Row) => boolean | undefined;
  readonly kind?: 'figure' | 'picture';
  readonly isSoft?: boolean;
  /** Width of the skeleton bar in px, or its replacement. */
  readonly skeleton?: number | ((row: number) => ReactNode);
  readonly sort?: ColumnSort<Row>;
  readonly csv?: Readonly<Record<string, (row: Row) => Cell>>;
  /** The CSV omits an `amount` from `percentages` on, and a `share` in `hidden`. */
  readonly privacy?: 'amount' | 'share';
  /** In px. A column without a width takes the remaining space. */
  readonly width?: number;
  /** Text of its cells, if it may exceed the width: the column then grows. */
  readonly figure?: ColumnFigure<Row>;
  /** Text that is never cut: less important columns give way. Only for a column without a width. */
  readonly whole?: (row: Row) => string;
  readonly wide?: number;
  readonly from?: FromWidth;
  readonly narrow?: NarrowArea;
  readonly isOptional?: boolean;
  readonly className?: string | undefined;
}

interface ColumnFigure<Row> {
  readonly of: (row: Row) => number | null | undefined;
  readonly text: (value: number) => string;
  readonly beside?: number;
  readonly isSummed?: boolean;
}

/** Left plus right padding of a cell, and of one in the first column, in px. */
const cellPadding = 24;
const firstPadding = 40;

const averageWidths: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/[\u2e80-\uffff]/, 13.5],
  [/[iljtfrI.,:;'’|!()[\]/\s-]/, 4.5],
  [/[\d+−]/, 8.5],
  [/[A-Zmw@%]/, 11.5],
];

/** Estimates a text's width in px. Measuring it would change the widths when the font loads. */
function estimatedWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    width += averageWidths.find(([pattern]) => pattern.test(letter))?.[1] ?? 7.8;
  }
  return width;
}

/** Returns the width in px that a column needs for the figures of some rows. */
export function figureWidth<Row>(
  { of, text, beside = 0, isSummed = false }: ColumnFigure<Row>,
  rows: readonly Row[],
): number {
  let [lowest, highest, sum] = [0, 0, 0];
  for (const row of rows) {
    const value = of(row) ?? 0;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    sum += value;
  }
  const widths = [lowest, highest, isSummed ? sum : 0].map((value) => estimatedWidth(text(value)));
  return Math.ceil(Math.max(...widths)) + beside + cellPadding;
}

/** Width in px of the mark of the sorted column. */
const sortMark = 12;
/** Extra padding in px of the last column, which ends at the gutter. */
export const lastPadding = 12;
/** Heads are smaller than cells. */
const headScale = 0.88;

/** Returns the width in px that a column needs for its head, wherever it stands. */
export function headWidth(head: { readonly header: string; readonly unit: string }): number {
  const text = estimatedWidth(`${head.header} ${head.unit}`) * headScale;
  return Math.ceil(text) + sortMark + cellPadding + lastPadding;
}

type InstantText = (at: number) => string;

/** A late instant of each month: the longest dates and times. */
const longInstants = Array.from({ length: 12 }, (_, month) =>
  Date.UTC(2025, month, 28, 22, 58, 58),
);

function instantTextWidth(texts: readonly InstantText[]): number {
  const widths = texts.flatMap((text) => longInstants.map((at) => estimatedWidth(text(at))));
  return Math.ceil(Math.max(...widths));
}

/** Returns the width in px of a column of instants, each in one of some formats. */
export const instantWidth = (...texts: readonly InstantText[]): number =>
  instantTextWidth(texts) + cellPadding;

/** Returns the width in px of a first column of instants. */
export const firstInstantWidth = (text: InstantText): number =>
  instantTextWidth([text]) + firstPadding;

/** Returns the width of instants, without padding, for a style sheet. */
export const instantStyle = (text: InstantText): CSSProperties & Record<'--instant', string> => ({
  '--instant': `${instantTextWidth([text])}px`,
});

/** Width in px of a flexible column whose text is unknown, and the maximum for one. */
const flexibleWidth = 160;
const maxWholeWidth = 400;
/** Estimates the width in px that a column needs to show the text of its longest cell. */
export function wholeWidth<Row>({ whole }: Column<Row>, rows: readonly Row[]): number {
  if (whole === undefined || rows.length === 0) return flexibleWidth;
  const widths = rows.map((row) => firstPadding + estimatedWidth(whole(row)));
  return Math.ceil(Math.min(maxWholeWidth, Math.max(flexibleWidth, ...widths)));
}

/**
 * Returns the ids of columns to hide so that `whole` text fits: those with the largest `from`, then pictures. Optional columns
 * stay.
 */
export function givingWay(
  columns: readonly Pick<Column<never>, 'id' | 'from' | 'kind' | 'isOptional'>[],
  widthOf: (id: string) => number,
  room: number,
): readonly string[] {
  const rank = ({ from, kind }: (typeof columns)[number]) => from ?? (kind === 'picture' ? 1 : 0);
  const candidates = columns
    .filter((column) => column.isOptional !== true && rank(column) > 0)
    .toReversed()
    .toSorted((a, b) => rank(b) - rank(a));
  let needed = columns.reduce((sum, { id }) => sum + widthOf(id), 0);
  const gone: string[] = [];
  for (const { id } of candidates) {
    if (needed <= room) break;
    gone.push(id);
    needed -= widthOf(id);
  }
  return gone;
}

interface ColumnSort<Row> {
  /** Sort key; null comes last in both orders. Without it, the table does not sort by itself. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** Initial order. If no column has one, the table opens sorted by the first. */
  readonly opens?: Sort['order'] | undefined;
  readonly ascending?: string | null;
  readonly descending?: string | null;
}

export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  privacy: Privacy,
): string {
  const fields = columns
    .filter(({ privacy: needs }) => isShown(needs, privacy))
    .flatMap(({ csv = {} }) => Object.entries(csv));
  return csvText(
    fields.map(([name]) => name),
    rows.map((row) => fields.map(([, of]) => of(row))),
  );
}

function isShown(needs: Column<never>['privacy'], privacy: Privacy): boolean {
  if (needs === undefined || privacy === 'off') return true;
  return privacy === 'percentages' && needs === 'share';
}

/** Of the columns that share an area of a narrow row, shows the sorted one, otherwise the default. */
export function withNarrowSorted<Row>(
  columns: readonly Column<Row>[],
  among: readonly string[],
  { by }: Sort,
): readonly Column<Row>[] {
  const area = columns.find(({ id, narrow }) => among.includes(id) && narrow !== undefined)?.narrow;
  if (area === undefined || !among.includes(by)) return columns;
  return columns.map((column) => {
    if (!among.includes(column.id)) return column;
    const { narrow: _, ...wide } = column;
    return column.id === by ? { ...wide, narrow: area } : wide;
  });
}

/** Shows the sorted column in an area of a narrow row if it has none of its own there. */
export function withNarrowSort<Row>(
  columns: readonly Column<Row>[],
  area: NarrowArea,
  sort: Sort,
): readonly Column<Row>[] {
  const sorted = columns.find(({ id }) => id === sort.by);
  const usual = columns.find(({ narrow }) => narrow === area);
  if (sorted === undefined || usual === undefined || sorted.narrow !== undefined) return columns;
  return withNarrowSorted(columns, [usual.id, sorted.id], sort);
}

export function sortChoices<Row>(
  columns: readonly Column<Row>[],
): readonly (Sort & { readonly label: string })[] {
  return columns.flatMap((column) => {
    if (column.sort === undefined) return [];
    const { id, kind } = column;
    const [up, down] =
      kind === 'figure' ? ['smallest first', 'largest first'] : ['A to Z', 'Z to A'];
    const name = labelWithUnit(column.header, column.unit);
    const { ascending = `${name}, ${up}`, descending = `${name}, ${down}` } = column.sort;
    const rise =
      ascending === null ? [] : [{ by: id, order: 'ascending', label: ascending } as const];
    const fall =
      descending === null ? [] : [{ by: id, order: 'descending', label: descending } as const];
    return kind === 'figure' ? [...fall, ...rise] : [...rise, ...fall];
  });
}
