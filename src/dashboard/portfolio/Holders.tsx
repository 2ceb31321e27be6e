import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Column } from '../design/columns.ts';
import { PageLink } from '../design/PageLink.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { filterNames } from '../url/params.ts';
import { sortName } from '../url/sortParam.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { urls } from '../url/urls.ts';
import { whyNoShareOfUser } from './noSharesTexts.ts';
import { type HolderRow, holdersQuery, type HoldersOf, maxHolders } from './thematicQueries.ts';

export function Holders({ of }: { readonly of: HoldersOf }) {
  const format = useFormat();
  const { thematic, token } = of;
  const asOf = useAsOf();
  const query = useQuery(holdersQuery(of, maxHolders, asOf));
  const { count = 0, incomplete } = query.data ?? {};
  const columns = useMemo(() => holderColumns(format, thematic), [format, thematic]);
  const rows = query.data?.rows ?? noRows;
  const filter =
    thematic === undefined
      ? { [filterNames.tokens]: token }
      : { [filterNames.thematics]: thematic };
  const all = new URLSearchParams({ ...filter, [sortName]: '-held' });
  return (
    <TablePanel
      title="Holders"
      sub={
        query.data &&
        (incomplete === undefined
          ? format.count(count, 'user')
          : `${format.number(count)} of ${format.count(query.data.of, 'user')} read`)
      }
      actions={
        // The list of users shows the present.
        asOf === null &&
        count > maxHolders && (
          <Button component={PageLink} variant="subtle" to={`${pageLinks.users.to}?${all}`}>
            All holders
          </Button>
        )
      }
      {...{ query, columns, rows }}
      what="Holders"
      path={query.data?.path}
      rowCount={maxHolders}
      empty={
        asOf !== null
          ? 'No holders then.'
          : incomplete === undefined
            ? 'No holders yet.'
            : 'No holders among the users read.'
      }
      keyOf={({ customId }) => customId}
      hasNarrowHead
      narrowGrid="'head value right' / minmax(0, 1fr) auto 56px"
    />
  );
}

const noRows: readonly HolderRow[] = [];

const holderColumns = (
  format: Format,
  thematic: string | undefined,
): readonly Column<HolderRow>[] => [
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
    unit: format.currency,
    kind: 'figure',
    cell: ({ held }) => format.total(held?.total),
    figure: { of: ({ held }) => held?.total, text: format.total },
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
    title: ({ held }) => whyNoShareOfUser(held?.share),
    skeleton: 40,
    width: 104,
    narrow: 'right',
  },
];
