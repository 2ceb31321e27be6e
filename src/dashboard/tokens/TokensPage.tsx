import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { historyTypes } from '#contract/historyType.ts';
import type { Token } from '#contract/token.ts';
import { useWhyNotOffered } from '../api/service.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { getPriceHistory, getTokens } from '#contract/operations/tokens.ts';
import { SearchedTable } from '../design/SearchedTable.tsx';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { priceListColumns } from './tokenColumns.tsx';

export function TokensPage() {
  const format = useFormat();
  const query = useQuery(tokenQueries.all());
  const whyNoHistory = useWhyNotOffered()(getPriceHistory);
  const hasHistory = whyNoHistory === null;
  const columns = useMemo(() => priceListColumns(format, hasHistory), [format, hasHistory]);
  return (
    <>
      <PageHead title={pageLinks.tokens.label} />
      {whyNoHistory !== null && (
        <Text px="var(--gutter)" py="xs" fz="xs" c="dimmed">
          {whyNoHistory}
        </Text>
      )}
      <SearchedTable
        {...{ query, columns, fieldsOf }}
        path={getTokens.path}
        noun="token"
        placeholder="Symbol, name or id"
        fields="Symbols, names and ids"
        narrowOneOf={historyTypes}
        keyOf={({ _id }) => _id}
        hasNarrowHead
        narrowGrid={hasHistory ? withChange : priceOnly}
        empty={
          <EmptyPane title="No tokens yet">
            Tokens appear with their prices. Import prices, or push them to the service.
          </EmptyPane>
        }
      />
    </>
  );
}

const priceOnly = "'head value' 20px / minmax(0, 1fr) auto";
const withChange = "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto";

const fieldsOf = ({ symbol, name, _id }: Token) => [symbol, name, _id];
