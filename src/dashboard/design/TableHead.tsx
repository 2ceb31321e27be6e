import { VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import type { CSSProperties, KeyboardEvent } from 'react';
import classes from './DataTable.module.css';
import { useKeys } from './keys.ts';
import type { ShownColumn, TableModel } from './useDataTable.ts';
import { HeadWithUnit } from './WithUnit.tsx';

const keyTexts = {
  'Shift ←, Shift →': 'Resize the column (in its head)',
  'Alt ←, Alt →': 'Move the column (in its head)',
};
const noKeys = {};

/** Step of one press, in px. */
const widerBy = 16;

export function TableHead<Row extends RowData>({ model }: { readonly model: TableModel<Row> }) {
  useKeys(noKeys, keyTexts);
  const [group] = model.table.getHeaderGroups();
  const headers = new Map(group?.headers.map((header) => [header.id, header]));
  return (
    <thead>
      <tr aria-rowindex={1}>
        {model.shown.map((column) => {
          const header = headers.get(column.id);
          const onDrag = header?.getResizeHandler();
          const { sort } = model;
          return (
            <th
              key={column.id}
              scope="col"
              className={column.cellClass}
              style={sizeOf(column, model.table.state.columnSizing[column.id])}
              aria-sort={
                column.sort !== undefined && sort?.by === column.id ? sort.order : undefined
              }
            >
              <HeadCell column={column} model={model} />
              {column.width !== undefined && onDrag !== undefined && (
                <i
                  className={classes.edge}
                  aria-hidden
                  onMouseDown={onDrag}
                  onTouchStart={onDrag}
                  onDoubleClick={() => header?.column.resetSize()}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row extends RowData> {
  readonly column: ShownColumn<Row>;
  readonly model: TableModel<Row>;
}

function HeadCell<Row extends RowData>({ column, model }: HeadCellProps<Row>) {
  const { id, header, unit, head } = column;
  if (head === null) return <VisuallyHidden>{header}</VisuallyHidden>;
  if (head !== undefined) return head;
  const label = (
    <HeadWithUnit unit={unit}>
      <span>{header}</span>
    </HeadWithUnit>
  );
  if (column.sort === undefined) return label;
  const isSorted = model.sort?.by === id;
  const first = column.kind === 'figure' ? 'descending' : 'ascending';
  const turned = model.sort?.order === 'ascending' ? 'descending' : 'ascending';
  return (
    <button
      type="button"
      className={clsx(classes.sort, column.kind === 'figure' && classes.sortsFigures)}
      onClick={() => model.onSort({ by: id, order: isSorted ? turned : first })}
      onKeyDown={(event) => onHeadKey(event, id, model)}
    >
      {label}
      <i className={classes.triangle} aria-hidden />
    </button>
  );
}

function onHeadKey<Row extends RowData>(
  event: KeyboardEvent,
  id: string,
  model: TableModel<Row>,
): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || event.shiftKey === event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.altKey) return model.onChoose(moved(model.chosen, id, step));
  const width = model.table.getColumn(id)?.getSize() ?? 0;
  if (width > 0)
    model.table.setColumnSizing((before) => ({ ...before, [id]: width + step * widerBy }));
}

export function moved(ids: readonly string[], id: string, step: number): readonly string[] {
  const from = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, from + step));
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

function sizeOf(
  { width, wide }: ShownColumn<never>,
  chosen: number | undefined,
): (CSSProperties & Record<`--${string}`, string>) | undefined {
  const size = chosen ?? width;
  if (size === undefined) return undefined;
  return { '--width': `${size}px`, '--wide': `${chosen ?? wide ?? size}px` };
}
