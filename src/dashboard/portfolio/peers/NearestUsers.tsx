import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { maxNearest, type NearestUser } from '#contract/peers.ts';
import type { Column } from '../../design/columns.ts';
import { TablePanel } from '../../design/TablePanel.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { comparedText, comparedUser, similarityColumn } from './comparedColumns.tsx';
import { nearestUsersPath, nearestUsersQuery } from './peerTableQueries.ts';

const nearestTitle = 'Nearest users';

/** Users with the most similar weights of tokens. */
export function NearestUsers({ customId }: { readonly customId: string }) {
  const format = useFormat();
  const query = useQuery(nearestUsersQuery(customId));
  const columns = useMemo(() => columnsOf(format), [format]);
  return (
    <TablePanel
      title={nearestTitle}
      sub={comparedText(format, query.data, 'user')}
      {...{ query, columns }}
      rows={query.data?.rows ?? noRows}
      what={nearestTitle}
      path={nearestUsersPath(customId)}
      rowCount={maxNearest}
      empty={query.data?.reason ?? 'No other users.'}
      keyOf={(row) => row.customId}
      hasNarrowHead
      narrowGrid="'head value right' / minmax(0, 1fr) auto 72px"
    />
  );
}

const noRows: readonly NearestUser[] = [];

const columnsOf = (format: Format): readonly Column<NearestUser>[] => [
  comparedUser(urls.user),
  {
    id: 'total',
    header: 'Total',
    unit: format.currency,
    kind: 'figure',
    cell: ({ total }) => format.total(total),
    figure: { of: ({ total }) => total, text: format.total },
    skeleton: 84,
    width: 148,
    narrow: 'value',
  },
  similarityColumn(format, 'Σ of the smaller weight of each token'),
];
