import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fold, searchWords } from '#contract/search.ts';
import type { TokenWithChange } from '#contract/token.ts';
import { DataTable, TableSkeleton } from '../design/DataTable.tsx';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { ListTools } from '../design/ListTools.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageSearch } from '../design/PageSearch.tsx';
import { Query } from '../design/Panel.tsx';
import { TableSort } from '../design/TableSort.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { tokenColumns, tokenSortParam } from './tokenColumns.tsx';

const looks = {
  label: 'Tokens',
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

/** What has a price, and how did it do? */
export function TokensPage() {
  const query = useQuery(tokenQueries.all());
  const [text, type] = useTypedParam('q');
  const matching = useMemo(() => matchingTokens(query.data ?? [], text), [query.data, text]);
  const model = useTokensModel(matching);
  return (
    <>
      <PageHead title="Tokens" />
      {!query.isLoadingError && (
        <ListTools
          found={
            query.data === undefined ? null : { count: matching.length, of: query.data.length }
          }
        >
          <PageSearch
            label="Search tokens"
            placeholder="Symbol, name or id"
            value={text}
            onChange={type}
          />
          <TableSort label="Sort tokens" model={model} />
        </ListTools>
      )}
      <Query
        query={query}
        what="Tokens"
        loading={<TableSkeleton {...looks} model={model} rowCount={12} />}
        isEmpty={(tokens) => tokens.length === 0}
        empty={
          <EmptyPane title="No tokens yet">
            Tokens come with their prices: import them, or push them to the service.
          </EmptyPane>
        }
      >
        {() =>
          matching.length === 0 ? (
            <EmptyPane
              title={
                <span>
                  No token matches “<bdi>{text}</bdi>”
                </span>
              }
              actions={<Button onClick={() => type('')}>Clear the search</Button>}
            >
              Symbols, names and ids are searched.
            </EmptyPane>
          ) : (
            <DataTable {...looks} model={model} keyOf={({ _id }) => _id} />
          )
        }
      </Query>
    </>
  );
}

function useTokensModel(rows: readonly TokenWithChange[]) {
  const format = useFormat();
  const { currency } = useFormat();
  const [sort, onSort] = useSearchParam(tokenSortParam);
  const [layout, onLayout] = useTableLayout('tokens');
  const columns = useMemo(() => tokenColumns(format, currency), [format, currency]);
  return useDataTable({ columns, rows, sort, onSort, layout, onLayout });
}

/** Those that have every word of the search. */
function matchingTokens(
  tokens: readonly TokenWithChange[],
  text: string,
): readonly TokenWithChange[] {
  const words = searchWords(fold(text));
  if (words.length === 0) return tokens;
  return tokens.filter(({ _id, symbol, name }) => {
    const its = fold(`${symbol} ${name} ${_id}`);
    return words.every((word) => its.includes(word.text));
  });
}
