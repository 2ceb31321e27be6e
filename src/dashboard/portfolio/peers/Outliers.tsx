import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { maxNearest, type Outlier } from '#contract/peers.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Column } from '../../design/columns.ts';
import { TablePanel } from '../../design/TablePanel.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { comparedText, comparedUser, similarityColumn } from './comparedColumns.tsx';
import { outliersPath, outliersQuery } from './peerTableQueries.ts';

const outliersTitle = 'Unusual wallets';

interface OutliersProps {
  readonly thematicId: string;
  readonly thematic: Thematic | undefined;
}

/** Wallets whose weights differ most from the median ones: a mistyped amount shows here. */
export function Outliers({ thematicId, thematic }: OutliersProps) {
  const format = useFormat();
  const query = useQuery(outliersQuery(thematicId));
  const columns = useMemo(() => {
    const tokens = thematic?.tokens ?? [];
    const symbols = new Map(tokens.map(({ token }) => [token._id, token.symbol]));
    return columnsOf(format, thematicId, symbols);
  }, [format, thematicId, thematic]);
  return (
    <TablePanel
      title={outliersTitle}
      sub={comparedText(format, query.data, 'wallet')}
      {...{ query, columns }}
      rows={query.data?.rows ?? noRows}
      what={outliersTitle}
      path={outliersPath(thematicId)}
      rowCount={maxNearest}
      empty={query.data?.reason ?? 'No wallets.'}
      keyOf={(row) => row.customId}
      hasNarrowHead
      narrowGrid="'head right' 'value value' / minmax(0, 1fr) auto"
    />
  );
}

const noRows: readonly Outlier[] = [];

const columnsOf = (
  format: Format,
  thematicId: string,
  symbols: ReadonlyMap<string, string>,
): readonly Column<Outlier>[] => [
  comparedUser((customId) => urls.wallet(customId, thematicId)),
  {
    id: 'token',
    header: 'Differs most',
    kind: 'figure',
    cell: ({ token, weight, typical }) =>
      `${symbols.get(token) ?? token} ${format.share(weight)}, usually ${format.share(typical)}`,
    skeleton: 140,
    width: 208,
    narrow: 'value',
  },
  similarityColumn(format, 'Σ of the smaller of the wallet’s and the median weight of each token'),
];
