import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { DirectoryRow } from '#contract/directory.ts';
import type { Column } from '../design/columns.ts';
import { DataTable, TableSkeleton } from '../design/DataTable.tsx';
import { Panel } from '../design/Panel.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { filterNames } from '../url/params.ts';
import { sortName } from '../url/sortParam.ts';
import { urls } from '../url/urls.ts';
import { holdersQuery, type HoldersOf } from './thematicQueries.ts';

/** So many are listed; the directory has all of them, with a search and an export. */
const maxListed = 8;

const looks = {
  label: 'Holders',
  isInPane: true,
  narrowRow: 36,
  narrowGrid: "'head value right' / minmax(0, 1fr) auto 72px",
} as const;

/** Who holds a thematic or a token, the largest first. */
export function Holders({ of }: { readonly of: HoldersOf }) {
  const format = useFormat();
  const { currency } = useFormat();
  const { thematic, token } = of;
  const query = useQuery(holdersQuery(of, maxListed));
  const count = query.data?.count ?? 0;
  const columns = useMemo(
    () => holderColumns(format, currency, thematic),
    [format, currency, thematic],
  );
  const model = useDataTable({ columns, rows: query.data?.rows ?? noRows });
  const filter =
    thematic === undefined
      ? { [filterNames.tokens]: token }
      : { [filterNames.thematics]: thematic };
  const all = new URLSearchParams({ ...filter, [sortName]: '-held' });
  return (
    <Panel
      title="Holders"
      sub={
        query.data === undefined
          ? undefined
          : count === 1
            ? '1 user'
            : `${format.number(count)} users`
      }
      actions={
        count > maxListed && (
          <Button component={Link} variant="subtle" to={`${urls.users()}?${all}`}>
            All holders
          </Button>
        )
      }
      query={query}
      what="Holders"
      loading={<TableSkeleton {...looks} model={model} rowCount={maxListed} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={
        <Text px="var(--gutter)" py="sm" c="dimmed">
          Nobody holds it.
        </Text>
      }
    >
      {() => <DataTable {...looks} model={model} keyOf={({ customId }) => customId} />}
    </Panel>
  );
}

const noRows: readonly DirectoryRow[] = [];

const holderColumns = (
  format: Format,
  currency: string | null,
  thematic: string | undefined,
): readonly Column<DirectoryRow>[] => [
  {
    id: 'user',
    header: 'User',
    href: ({ customId }) =>
      thematic === undefined ? urls.user(customId) : urls.wallet(customId, thematic),
    cell: ({ customId }) => <bdi>{customId}</bdi>,
    title: ({ name, customId }) => name ?? customId,
    skeleton: 120,
    narrow: 'head',
  },
  {
    id: 'held',
    header: 'Value',
    unit: currency,
    kind: 'figure',
    cell: ({ held }) => format.total(held?.total),
    skeleton: 84,
    width: 148,
    narrow: 'value',
  },
  {
    id: 'share',
    header: '% of user',
    kind: 'figure',
    isSoft: true,
    cell: ({ held }) => format.share(held?.share),
    skeleton: 40,
    width: 104,
    narrow: 'right',
  },
];
