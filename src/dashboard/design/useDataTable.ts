import {
  columnResizingFeature,
  columnSizingFeature,
  createSortedRowModel,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  type Updater,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallbackRef } from '@mantine/hooks';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import type { TableLayout } from '../preferences/tableLayouts.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { type Sort, sortParam } from '../url/sortParam.ts';
import { type Column, figureWidth, givingWay, lastPadding, wholeWidth } from './columns.ts';
import classes from './DataTable.module.css';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnSizingFeature,
  columnResizingFeature,
});

export interface ShownColumn<Row> extends Column<Row> {
  readonly cellClass: string;
}

export interface TableModel<Row extends RowData> {
  readonly table: ReactTable<typeof features, Row>;
  readonly columns: readonly Column<Row>[];
  readonly shown: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  readonly chosen: readonly string[];
  readonly onChoose: (columns: readonly string[] | null) => void;
  readonly isChosen: boolean;
  /** Takes the width of the table in px, which decides which of the chosen columns are shown. */
  readonly onRoom: (room: Room) => void;
}

/** Width in px of a table whose rows are not grids; Infinity shows all columns. */
interface Room {
  readonly width: number;
  /** Columns have their `wide` widths. */
  readonly isWide: boolean;
}

interface DataTableOptions<Row extends RowData> {
  /** Columns, sort order and layout must be stable: a new object renders all rows again. */
  readonly columns: readonly Column<Row>[];
  readonly rows?: readonly Row[];
  /** The loaded rows of a long list, to size its columns. */
  readonly windowRows?: readonly Row[];
  readonly sort?: Sort;
  /** A method, so that it may accept only the table's own columns. */
  onSort?(this: void, sort: Sort): void;
  /** Always the first column. It cannot be hidden or moved. */
  readonly lead?: Column<Row>;
  readonly layout?: TableLayout;
  /** A column that is shown although it is not chosen. */
  readonly alsoShown?: string | null;
  readonly onLayout?: (changed: Partial<TableLayout>) => void;
}

/** Columns and rows of a `DataTable`. Returns the same object until they change, so the table does not render with the page. */
export function useDataTable<Row extends RowData>(options: DataTableOptions<Row>): TableModel<Row> {
  const { columns, rows = noRows, lead, alsoShown = null } = options;
  const { columns: chosen = null, widths = noWidths } = options.layout ?? {};
  const onSort = useCallbackRef(options.onSort);
  const onLayout = useCallbackRef(options.onLayout);
  const onColumnSizingChange = useCallbackRef((change: Updater<Record<string, number>>) =>
    onLayout({ widths: typeof change === 'function' ? change(widths) : change }),
  );
  const ids = useMemo(() => shownIds(columns, chosen), [columns, chosen]);
  const sort = options.sort ?? null;
  const state = useMemo(
    () => ({
      columnSizing: widths,
      sorting: sort === null ? [] : [{ id: sort.by, desc: sort.order === 'descending' }],
    }),
    [widths, sort],
  );
  const table = useTable<typeof features, Row>(
    useMemo(
      () => ({
        features,
        columns: columns.map(defOf),
        data: rows,
        state,
        columnResizeMode: 'onEnd',
        onColumnSizingChange,
      }),
      [columns, rows, state, onColumnSizingChange],
    ),
  );
  const model = table.getRowModel();
  const isChosen = chosen !== null;
  const loaded = options.rows ?? options.windowRows ?? noRows;
  const grown = useGrown(columns, loaded);
  const [{ width: room, isWide }, setRoom] = useState<Room>(unlimited);
  const leastWhole = useLeastWhole(columns, loaded);
  const chosenColumns = useMemo(() => {
    const all = alsoShown === null ? ids : new Set([...ids, alsoShown]);
    return [...all].flatMap((id) => columns.find((column) => column.id === id) ?? []);
  }, [columns, ids, alsoShown]);
  const widthOf = (id: string) => {
    const { width, wide = width } = columns.find((column) => column.id === id) ?? {};
    if (width === undefined) return leastWhole;
    return widths[id] ?? Math.max((isWide ? wide : width) ?? 0, grown[id] ?? 0);
  };
  // A string, so that rows render again only when another column gives way.
  const gone = isChosen
    ? givingWay(chosenColumns, widthOf, room - (lead?.width ?? 0)).join('\n')
    : '';
  const shown = useMemo(() => {
    const left = chosenColumns.filter(({ id }) => !gone.split('\n').includes(id));
    const list = lead === undefined ? left : [lead, ...left];
    return list.map((column, at) => ({
      ...column,
      ...grownBy(column, (grown[column.id] ?? 0) + (isLast(list, at) ? lastPadding : 0)),
      cellClass: cellClassOf(column, list.slice(at + 1), isChosen),
    }));
  }, [lead, chosenColumns, isChosen, grown, gone]);
  return useMemo(
    () => ({
      table,
      columns,
      shown,
      rows: model.rows.map(({ original }) => original),
      sort,
      onSort,
      chosen: ids,
      onChoose: (next) => onLayout({ columns: next }),
      isChosen,
      onRoom: setRoom,
    }),
    [table, columns, shown, model, sort, onSort, ids, onLayout, isChosen],
  );
}

export function useTableSort<Row>(
  columns: readonly Column<Row>[],
): readonly [Sort, (sort: Sort) => void] {
  const param = useMemo(() => {
    const sorted = columns.flatMap(({ id, sort }) => (sort === undefined ? [] : [id]));
    const first = columns.find(({ sort }) => sort?.opens !== undefined) ?? columns[0];
    const initial = { by: first?.id ?? '', order: first?.sort?.opens ?? 'ascending' } as const;
    return sortParam((column) => sorted.includes(column), initial);
  }, [columns]);
  return useSearchParam(param);
}

const noRows: readonly never[] = [];
const noWidths: Readonly<Record<string, number>> = {};
const unlimited: Room = { width: Infinity, isWide: false };
const isLast = (list: readonly Column<never>[], at: number) =>
  list.slice(at + 1).every(({ from }) => from !== undefined);

/** Widths of columns whose figures need more room. They never shrink, so nothing jumps. */
function useGrown<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const [grown, setGrown] = useState<Readonly<Record<string, number>>>(noWidths);
  const needed = useMemo(
    () =>
      columns.flatMap(({ id, figure, width = Infinity }) => {
        const own = figure === undefined ? 0 : figureWidth(figure, rows);
        return own + lastPadding > width ? [[id, own] as const] : [];
      }),
    [columns, rows],
  );
  const wider = needed.filter(([id, own]) => own > (grown[id] ?? 0));
  if (wider.length > 0) setGrown({ ...grown, ...Object.fromEntries(wider) });
  return grown;
}

/** Width of the column without a width. It never shrinks, so nothing jumps. */
function useLeastWhole<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number {
  const [least, setLeast] = useState(0);
  const needed = useMemo(() => {
    const flexible = columns.find(({ width }) => width === undefined);
    return flexible === undefined ? 0 : wholeWidth(flexible, rows);
  }, [columns, rows]);
  if (needed > least) setLeast(needed);
  return Math.max(needed, least);
}

function grownBy({ width, wide = width }: Column<never>, needed: number) {
  if (width === undefined || wide === undefined || needed <= width) return {};
  return { width: needed, wide: Math.max(wide, needed) };
}

function defOf<Row extends RowData>({ id, sort, width = 0 }: Column<Row>) {
  return {
    id,
    accessorFn: (row: Row) => sort?.value?.(row) ?? undefined,
    enableSorting: sort?.value !== undefined,
    sortFn: sortFn_basic,
    sortUndefined: 'last' as const,
    size: width,
    minSize: 48,
  };
}

/** Ignores unknown columns. The first one links to the row and is always shown. */
function shownIds<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly string[] {
  if (chosen === null) return columns.flatMap((one) => (one.isOptional === true ? [] : [one.id]));
  const known = chosen.filter((id) => columns.some((column) => column.id === id));
  const fixed = columns.filter(({ href, id }) => href !== undefined && !known.includes(id));
  return [...fixed.map(({ id }) => id), ...known];
}

function cellClassOf<Row>(
  { kind, isSoft, from, narrow, className }: Column<Row>,
  after: readonly Column<Row>[],
  isChosen: boolean,
): string {
  // If all later columns are hidden, this one ends at the gutter.
  const lastBelow = after.every((one) => one.from !== undefined)
    ? Math.min(...after.map((one) => one.from ?? 0))
    : 0;
  return clsx(
    kind !== undefined && classes[kind],
    isSoft === true && classes.soft,
    !isChosen && from !== undefined && classes[`from${from}`],
    !isChosen && Number.isFinite(lastBelow) && lastBelow > 0 && classes[`lastBelow${lastBelow}`],
    narrow === undefined ? classes.wideOnly : classes[narrow],
    className,
  );
}
