import { Button } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { fold } from '#contract/search.ts';
import { type DataTableProps, DataTable, TableSkeleton } from './DataTable.tsx';
import { EmptyPane } from './EmptyPane.tsx';
import { ListTools, PageSearch, TableSort } from './ListTools.tsx';

/** The rows that have every word of a text in one of their fields, as the search folds them. */
export function matchingRows<Row>(
  rows: readonly Row[],
  text: string,
  fieldsOf: (row: Row) => readonly string[],
): readonly Row[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const searched = fold(fieldsOf(row).join('\n'));
    return words.every((word) => searched.includes(word));
  });
}

interface SearchedTableProps<Row extends RowData> extends DataTableProps<Row> {
  /** What a row is: token, thematic. */
  readonly noun: string;
  readonly placeholder: string;
  /** What is searched, for those who find nothing: "Symbols, names and ids". */
  readonly fields: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  /** How many rows there are without the search; null while they load. */
  readonly total: number | null;
  /** What else narrows the rows. */
  readonly children?: ReactNode;
}

/** A table with the search above it, and what stands in its place where nothing matches. */
export function SearchedTable<Row extends RowData>(props: SearchedTableProps<Row>) {
  const { noun, placeholder, fields, text, onType, total, children, ...table } = props;
  const { model } = table;
  const count = model.rows.length;
  return (
    <>
      <div inert={total === null}>
        <ListTools found={total === null ? null : { count, of: total }}>
          <PageSearch
            label={`Search ${noun}s`}
            placeholder={placeholder}
            value={text}
            onChange={onType}
          />
          {children}
          <TableSort label={`Sort ${noun}s`} model={model} />
        </ListTools>
      </div>
      {total === null ? (
        <TableSkeleton {...table} rowCount={12} />
      ) : count === 0 ? (
        <EmptyPane
          title={
            <span>
              No {noun} matches “<bdi>{text}</bdi>”
            </span>
          }
          actions={<Button onClick={() => onType('')}>Clear the search</Button>}
        >
          {fields} are searched.
        </EmptyPane>
      ) : (
        <DataTable {...table} />
      )}
    </>
  );
}
