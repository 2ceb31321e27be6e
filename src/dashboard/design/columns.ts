import type { ReactNode } from 'react';
import { type Cell, csvText } from '#contract/csv.ts';
import type { Privacy } from '../preferences/preferences.ts';
import type { Sort } from '../url/sortParam.ts';
import { labelWithUnit } from './WithUnit.tsx';

/** Where a cell is below 768 px, where a row is a grid of two or three lines; a column without one is left out there. */
export type NarrowArea = 'mark' | 'head' | 'value' | 'left' | 'right' | 'bar' | 'third' | 'last';

/** The width of a table in px from which a column is shown by itself; the larger, the less important it is. */
export type FromWidth = 560 | 720 | 800 | 960 | 1100 | 1200 | 1280;

/** A column of a table as data: head, cells, skeleton, order, chooser and CSV all follow from it. */
export interface Column<Row> {
  readonly id: string;
  /** Its name, in the head, the chooser and the menu of orders. */
  readonly header: string;
  /** In the head after the name: USD, %. */
  readonly unit?: string | null;
  /** What the head shows instead of its name, such as a choice; null: the name is for screen readers alone. */
  readonly head?: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly title?: (row: Row) => string | undefined;
  /** Where the row leads; the cell holds the link that covers the whole row. */
  readonly href?: (row: Row) => string;
  /** Of a row that opens into others below it by its link: whether it is open. */
  readonly isExpanded?: (row: Row) => boolean | undefined;
  /** Figures are right-aligned and never cut, pictures never cut. */
  readonly kind?: 'figure' | 'picture';
  /** Of secondary colour. */
  readonly isSoft?: boolean;
  /** Width of the bar while the rows load, or what is there instead. */
  readonly skeleton?: number | ((row: number) => ReactNode);
  readonly sort?: ColumnSort<Row>;
  /** Its columns in the CSV, by name. */
  readonly csv?: Readonly<Record<string, (row: Row) => Cell>>;
  /** What the CSV leaves out when figures are hidden: amounts from `percentages` on, shares when all is hidden. */
  readonly privacy?: 'amount' | 'share';
  /** In px; without one it takes what the others leave. */
  readonly width?: number;
  /** What its cells write, where that may be longer than its width has room for: it grows. */
  readonly figure?: ColumnFigure<Row>;
  /** The text of its cells that is never cut: less important columns give way. For a column without a width. */
  readonly whole?: (row: Row) => string;
  /** Its width from 1,680 px on. */
  readonly wide?: number;
  readonly from?: FromWidth;
  readonly narrow?: NarrowArea;
  /** Shown only when chosen. */
  readonly isOptional?: boolean;
  readonly className?: string | undefined;
}

interface ColumnFigure<Row> {
  readonly of: (row: Row) => number | null | undefined;
  readonly text: (value: number) => string;
  /** In px what stands beside the text, such as a triangle. */
  readonly beside?: number;
  /** The table has a row with their sum. */
  readonly isSummed?: boolean;
}

/** Both paddings of a cell, and of one in the first column, in px. */
const cellPadding = 24;
const firstPadding = 40;

const averageWidths: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/[\u2e80-\uffff]/, 13.5],
  [/[iljtfrI.,:;'’|!()[\]/\s-]/, 4.5],
  [/[\d+−]/, 8.5],
  [/[A-Zmw@%]/, 11.5],
];

/** Estimates the width of text in a table's cell, in px. It is not measured: the widths stay when the font comes. */
function estimatedWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    width += averageWidths.find(([pattern]) => pattern.test(letter))?.[1] ?? 7.8;
  }
  return width;
}

/** The width in px that a column needs for the figures of some rows. */
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

/** Room for a column without a width whose text is not known, and the most that one gets, in px. */
const flexibleWidth = 160;
const maxWholeWidth = 400;
/** Estimates the width in px that a column needs to show the text of its longest cell. */
export function wholeWidth<Row>({ whole }: Column<Row>, rows: readonly Row[]): number {
  if (whole === undefined || rows.length === 0) return flexibleWidth;
  const widths = rows.map((row) => firstPadding + estimatedWidth(whole(row)));
  return Math.ceil(Math.min(maxWholeWidth, Math.max(flexibleWidth, ...widths)));
}

/**
 * The ids of the columns that give way in a table of some width in px, so that what must stay whole has room: first those
 * shown from the largest width on, then pictures. Columns that are shown only when chosen stay.
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
  /** What rows are sorted by; null comes last either way. Without it somebody else sorts them. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** The table opens in this order of it; one that says none opens with its first column. */
  readonly opens?: Sort['order'] | undefined;
  /** What the menu calls both orders; null leaves one out. */
  readonly ascending?: string | null;
  readonly descending?: string | null;
}

/** The rows as they are shown, with all digits and nothing that is hidden. */
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

/** Of columns that have one place of a narrow row between them the sorted one has it, or else the one that says so. */
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

/** Both orders of each column that sorts, as a menu names them. */
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
