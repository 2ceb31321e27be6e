import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { largestFirst } from '#analytics/weights.ts';
import { initialPeriod } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { Column } from '../design/columns.ts';
import { JsonLink } from '../design/JsonLink.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Split } from '../design/Split.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { DataQuality } from '../history/DataQuality.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { historyOf } from '../history/historyQueries.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { Holders } from '../portfolio/Holders.tsx';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';

export function TokenPage() {
  const { tokenId } = usePathIds(pagePatterns.token);
  const asOf = useAsOf();
  const query = useQuery(tokenQueries.all(asOf));
  const token = query.data?.find(({ _id }) => _id === tokenId);
  const series = useMemo(
    () => [{ id: 'main', label: 'Price', source: historyOf.token(tokenId, asOf) }],
    [tokenId, asOf],
  );
  const isTokenNotFound = query.data !== undefined && token === undefined;
  return (
    <>
      <PageHead
        title={token?.symbol ?? tokenId}
        crumbs={[pageLinks.tokens]}
        sub={token?.name ?? '\u00a0'}
        actions={
          !isTokenNotFound && (
            <JsonLink
              title="the prices"
              path={pathOf(getPriceHistory, {
                params: { id: tokenId, historyType: initialPeriod },
                query: queryAsOf(asOf),
              })}
            />
          )
        }
      />
      <AsOfBar />
      {isTokenNotFound ? (
        <NotFoundPane what="token" id={tokenId} />
      ) : (
        <Split
          width="wide"
          side={
            <>
              <Holders of={{ token: tokenId }} />
              <ThematicsWithToken tokenId={tokenId} />
            </>
          }
        >
          <HistoryPanel
            key={tokenId}
            series={series}
            valueName="Price"
            title={`Price of ${token?.symbol ?? tokenId}`}
            totalNow={token?.price ?? null}
            carried={carriedPrice(token)}
            whyEmpty={
              asOf === null ? 'No prices recorded yet.' : 'No prices were recorded by then.'
            }
          />
          <DataQuality series={{ token: tokenId }} />
        </Split>
      )}
    </>
  );
}

function carriedPrice(token: Token | undefined) {
  const { priceAt, priceAgeSeconds } = token ?? {};
  if (priceAt == null || priceAgeSeconds === undefined) return undefined;
  return { at: parseTime(priceAt), ageMs: priceAgeSeconds * 1000 };
}

interface ThematicWeight {
  readonly thematic: Thematic;
  readonly weight: number | null;
}

function ThematicsWithToken({ tokenId }: { readonly tokenId: string }) {
  const format = useFormat();
  const asOf = useAsOf();
  const query = useQuery(thematicQueries.all(asOf));
  const rows = useMemo(() => thematicsWith(query.data ?? [], tokenId), [query.data, tokenId]);
  const columns = useMemo(() => thematicColumns(format), [format]);
  return (
    <TablePanel
      title="Thematics"
      label="Thematics with this token"
      sub={asOf === null ? 'by current weight' : 'by weight then'}
      {...{ query, columns, rows }}
      what="Thematics"
      rowCount={2}
      empty="No thematic contains this token."
      keyOf={({ thematic }) => thematic._id}
    />
  );
}

function thematicsWith(thematics: readonly Thematic[], tokenId: string): readonly ThematicWeight[] {
  return thematics
    .flatMap((thematic) =>
      (thematic.tokens ?? [])
        .filter(({ token }) => token._id === tokenId)
        .map(({ weight }) => ({ thematic, weight })),
    )
    .toSorted((a, b) => largestFirst(a.weight, b.weight));
}

const thematicColumns = (format: Format): readonly Column<ThematicWeight>[] => [
  {
    id: 'thematic',
    header: 'Thematic',
    href: ({ thematic }) => urls.thematic(thematic._id),
    cell: ({ thematic }) => <bdi>{thematic.name}</bdi>,
    skeleton: 120,
    narrow: 'head',
  },
  {
    id: 'weight',
    header: 'Weight',
    kind: 'figure',
    cell: ({ weight }) => format.market.share(weight),
    skeleton: 40,
    width: 96,
    narrow: 'value',
  },
];
