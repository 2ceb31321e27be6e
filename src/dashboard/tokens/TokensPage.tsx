import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { matchingRows, SearchedTable } from '../design/SearchedTable.tsx';
import { useDataTable, useTableSort } from '../design/useDataTable.ts';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { searchName } from '../url/params.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { priceListColumns } from './tokenColumns.tsx';

const bySymbol = { by: 'token', order: 'ascending' } as const;

/** What has a price, and how did it do? */
export function TokensPage() {
  const format = useFormat();
  const query = useQuery(tokenQueries.all());
  const [text, onType] = useTypedParam(searchName);
  const rows = useMemo(
    () => matchingRows(query.data ?? [], text, ({ symbol, name, _id }) => [symbol, name, _id]),
    [query.data, text],
  );
  const [layout, onLayout] = useTableLayout('tokens');
  const columns = useMemo(() => priceListColumns(format), [format]);
  const [sort, onSort] = useTableSort(columns, bySymbol);
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const table = (total: number | null) => (
    <SearchedTable
      {...{ model, text, onType, total }}
      label="Tokens"
      noun="token"
      placeholder="Symbol, name or id"
      fields="Symbols, names and ids"
      keyOf={({ _id }) => _id}
      narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
    />
  );
  return (
    <>
      <PageHead title="Tokens" />
      <Query
        query={query}
        what="Tokens"
        loading={table(null)}
        isEmpty={(tokens) => tokens.length === 0}
        empty={
          <EmptyPane title="No tokens yet">
            Tokens come with their prices: import them, or push them to the service.
          </EmptyPane>
        }
      >
        {(tokens) => table(tokens.length)}
      </Query>
    </>
  );
}
