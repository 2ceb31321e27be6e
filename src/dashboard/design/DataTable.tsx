import { Skeleton } from '@mantine/core';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useCarried } from '../url/carried.ts';
import { unknownFigure } from '../preferences/figures.ts';
import classes from './DataTable.module.css';
import { Spacer } from './Spacer.tsx';
import { TableHead } from './TableHead.tsx';
import { Unknown } from './Unknown.tsx';
import type { ShownColumn, TableModel } from './useDataTable.ts';
import { useRowKeys, useRowLinks } from './useRowKeys.ts';
import { useVirtualRows, type VirtualRows } from './useVirtualRows.ts';

export interface SumRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, ReactNode>>;
}

interface TableLooks {
  readonly label: string;
  readonly isInPane?: boolean;
  readonly isClose?: boolean;
  /** Height in px of a row below 768 px (default 56), and the `grid-template` of its cells. */
  readonly narrowRow?: number;
  readonly narrowGrid?: string;
  readonly hasNarrowHead?: boolean;
}

export interface WindowTableProps<Row extends RowData> extends TableLooks {
  readonly model: TableModel<Row>;
  readonly count: number;
  readonly virtual: VirtualRows;
  /** Returns undefined for a row that is still loading. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row, index: number) => string;
  readonly isSelected?: (row: Row) => boolean;
  readonly sums?: readonly SumRow[];
  /** j and k enter its rows from anywhere on the page. Only one table of a page may have this. */
  readonly hasPageKeys?: boolean;
}

export type DataTableProps<Row extends RowData> = Omit<
  WindowTableProps<Row>,
  'count' | 'virtual' | 'rowAt'
>;

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows } = props.model;
  const virtual = useVirtualRows(rows.length, props);
  return (
    <WindowTable {...props} virtual={virtual} count={rows.length} rowAt={(index) => rows[index]} />
  );
}

/** A long list that loads in windows and renders only its visible rows. */
export function WindowTable<Row extends RowData>(props: WindowTableProps<Row>) {
  const { model, count, virtual, rowAt, keyOf, isSelected, sums = [] } = props;
  const { hasPageKeys = props.isInPane !== true } = props;
  const { body, drawn, before, after, visible, scrollTo } = virtual;
  useRowLinks(body);
  const carried = useCarried();
  useRowKeys({
    body,
    count,
    visible,
    scrollTo,
    isOfPage: hasPageKeys,
  });
  return (
    <TableFrame {...props} rowCount={count + 1 + sums.length}>
      <tbody ref={body} className={clsx(before + after > 0 && classes.windowed)}>
        <Spacer height={before} className={classes.spacer} />
        {drawn.map((index) => {
          const row = rowAt(index);
          if (row === undefined)
            return <LoadingRow key={`loading ${index}`} index={index} columns={model.shown} />;
          return (
            <DataRow
              key={keyOf(row, index)}
              row={row}
              index={index}
              columns={model.shown}
              carried={carried}
              isSelected={isSelected?.(row) ?? false}
            />
          );
        })}
        <Spacer height={after} className={classes.spacer} />
        {sums.map(({ id, cells }, at) => (
          <tr key={id} className={clsx(classes.row, classes.sum)} aria-rowindex={count + 2 + at}>
            {model.shown.map((column) => (
              <td key={column.id} className={column.cellClass}>
                {cells[column.id]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

interface TableFrameProps<Row extends RowData> extends TableLooks {
  readonly model: TableModel<Row>;
  readonly rowCount?: number;
  readonly isLoading?: boolean;
  readonly children: ReactNode;
}

function TableFrame<Row extends RowData>(props: TableFrameProps<Row>) {
  const { model, label, isInPane = false, isClose = false } = props;
  const { narrowGrid, rowCount, isLoading = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { onRoom } = model;
  useLayoutEffect(() => followRoom(frame.current, onRoom), [onRoom]);
  // A stable element, so that scrolling does not render the head again.
  const head = useMemo(() => <TableHead model={model} />, [model]);
  const style: CSSProperties & Record<`--${string}`, string | undefined> = {
    '--narrow-grid': narrowGrid,
    '--narrow-row': props.narrowRow === undefined ? undefined : `${props.narrowRow}px`,
  };
  return (
    <div ref={frame} className={classes.frame}>
      <table
        className={clsx(
          classes.table,
          isInPane && classes.inPane,
          isClose && classes.close,
          props.hasNarrowHead && classes.narrowHead,
        )}
        style={style}
        aria-label={label}
        aria-rowcount={rowCount}
        aria-hidden={isLoading || undefined}
        inert={isLoading}
      >
        {head}
        {props.children}
      </table>
    </div>
  );
}

/** On paper and where rows are grids, all columns have room. */
function followRoom(
  frame: HTMLDivElement | null,
  onRoom: TableModel<RowData>['onRoom'],
): (() => void) | undefined {
  if (frame === null) return undefined;
  const inLines = window.matchMedia('screen and (min-width: 768px)');
  const wide = window.matchMedia('(min-width: 1680px)');
  let last = Infinity;
  const measure = () => {
    const width = inLines.matches && frame.clientWidth > 0 ? frame.clientWidth : Infinity;
    if (width === last) return;
    last = width;
    onRoom({ width, isWide: wide.matches });
  };
  const onPaper = () => flushSync(measure);
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(frame);
  inLines.addEventListener('change', onPaper);
  return () => {
    observer.disconnect();
    inLines.removeEventListener('change', onPaper);
  };
}

interface TableSkeletonProps<Row extends RowData> extends TableLooks {
  readonly model: TableModel<Row>;
  readonly rowCount: number;
}

export function TableSkeleton<Row extends RowData>({
  rowCount,
  ...props
}: TableSkeletonProps<Row>) {
  return (
    <TableFrame {...props} isLoading>
      <tbody>
        {Array.from({ length: rowCount }, (_, index) => (
          <LoadingRow key={index} index={index} columns={props.model.shown} isWhole />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly CellColumn<Row>[];
  /** Keeps the period and the past instant of the page in links. */
  readonly carried: (url: string) => string;
  readonly isSelected: boolean;
}

/** Columns as a row needs them. Methods are bivariant, so one memoized component renders the rows of every table. */
interface CellColumn<Row> {
  readonly id: string;
  readonly cellClass: string;
  cell(row: Row, index: number): ReactNode;
  title?(row: Row): string | undefined;
  href?(row: Row): string | undefined;
  isExpanded?(row: Row): boolean | undefined;
}

/** Rows count from 2, since the head is row 1. Scrolling creates dozens of rows per frame, so a row has no hook and no `Link`. */
const DataRow: <Row>(props: DataRowProps<Row>) => ReactNode = memo(
  ({ row, index, columns, carried, isSelected }: DataRowProps<unknown>) => (
    <tr
      className={clsx(classes.row, isSelected && classes.selected)}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
    >
      {columns.map((column) => {
        const content = column.cell(row, index);
        const title = column.title?.(row);
        const isUnknown = content === unknownFigure;
        const href = column.href?.(row);
        const shown = isUnknown ? <Unknown why={title ?? 'Not known'} /> : content;
        return (
          <td key={column.id} className={column.cellClass} title={isUnknown ? undefined : title}>
            {column.href === undefined ? (
              shown
            ) : href === undefined ? (
              // Keys that move between rows stop here too.
              <span data-index={index} tabIndex={-1}>
                {shown}
              </span>
            ) : (
              <a
                href={carried(href)}
                className={classes.link}
                data-index={index}
                aria-expanded={column.isExpanded?.(row)}
              >
                {shown}
              </a>
            )}
          </td>
        );
      })}
    </tr>
  ),
  (before, after) =>
    before.index === after.index &&
    before.columns === after.columns &&
    before.carried === after.carried &&
    before.isSelected === after.isSelected &&
    (before.row === after.row || replaceEqualDeep(before.row, after.row) === before.row),
);

interface LoadingRowProps<Row> {
  readonly index: number;
  readonly columns: readonly ShownColumn<Row>[];
  /** Draws bars in all cells; while scrolling, only in two. */
  readonly isWhole?: boolean;
}

function LoadingRow<Row>({ index, columns, isWhole = false }: LoadingRowProps<Row>) {
  return (
    <tr className={classes.row} aria-rowindex={index + 2} aria-hidden>
      {columns.map(({ id, cellClass, narrow, skeleton = 0 }) => (
        <td key={id} className={cellClass}>
          {(isWhole || narrow === 'head' || narrow === 'value') &&
            (typeof skeleton === 'function' ? skeleton(index) : <Skeleton width={skeleton} />)}
        </td>
      ))}
    </tr>
  );
}
