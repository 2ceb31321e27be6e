import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { fold } from '#contract/search.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { searchName } from '../url/params.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { type Column, withNarrowSorted } from './columns.ts';
import { type DataTableProps, DataTable, TableSkeleton } from './DataTable.tsx';
import { EmptyPane } from './EmptyPane.tsx';
import { ListTools, PageSearch, TableSort } from './ListTools.tsx';
import { Query } from './Panel.tsx';
import { useDataTable, useTableSort } from './useDataTable.ts';

/** Returns the rows with every word of a text in one of their fields, folded as the search folds them. */
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

interface SearchedTableProps<Row extends RowData> extends Omit<
  DataTableProps<Row>,
  'model' | 'label'
> {
  readonly query: UseQueryResult<readonly Row[]>;
  readonly path: string;
  readonly columns: readonly Column<Row>[];
  readonly noun: string;
  readonly placeholder: string;
  readonly fieldsOf: (row: Row) => readonly string[];
  readonly fields: string;
  readonly narrowOneOf: readonly string[];
  readonly empty: ReactNode;
}

export function SearchedTable<Row extends RowData>(props: SearchedTableProps<Row>) {
  const {
    query,
    path,
    columns,
    noun,
    placeholder,
    fieldsOf,
    fields,
    narrowOneOf,
    empty,
    ...table
  } = props;
  const [text, onType] = useTypedParam(searchName);
  const rows = useMemo(
    () => matchingRows(query.data ?? [], text, fieldsOf),
    [query.data, text, fieldsOf],
  );
  const [layout, onLayout] = useTableLayout(`${noun}s`);
  const [sort, onSort] = useTableSort(columns);
  const shown = useMemo(
    () => withNarrowSorted(columns, narrowOneOf, sort),
    [columns, narrowOneOf, sort],
  );
  const model = useDataTable({ columns: shown, rows, sort, onSort, layout, onLayout });
  const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  const total = query.data?.length ?? null;
  const tools = (
    <div inert={total === null}>
      <ListTools found={total === null ? null : { count: rows.length, of: total }}>
        <PageSearch
          label={`Search ${noun}s`}
          placeholder={placeholder}
          value={text}
          onChange={onType}
        />
        <TableSort label={`Sort ${noun}s`} model={model} />
      </ListTools>
    </div>
  );
  return (
    <Query
      {...{ query, path }}
      what={label}
      loading={
        <>
          {tools}
          <TableSkeleton {...table} {...{ label, model }} rowCount={12} />
        </>
      }
      isEmpty={() => total === 0}
      empty={empty}
    >
      {() => (
        <>
          {tools}
          {rows.length === 0 ? (
            <EmptyPane
              title={
                <span>
                  No {noun} matches “<bdi>{text}</bdi>”
                </span>
              }
              actions={<Button onClick={() => onType('')}>Clear search</Button>}
            >
              The search covers {fields}.
            </EmptyPane>
          ) : (
            <DataTable {...table} {...{ label, model }} />
          )}
        </>
      )}
    </Query>
  );
}
