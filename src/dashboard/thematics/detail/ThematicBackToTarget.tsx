import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sumOf } from '#analytics/weights.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicRebalance } from '#contract/operations/rebalance.ts';
import { incompleteText } from '#contract/incompleteList.ts';
import type { ThematicRebalance } from '#contract/rebalance.ts';
import { fileName } from '../../design/download.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { LocalTable } from '../../design/LocalTable.tsx';
import { Panel } from '../../design/Panel.tsx';
import { PanelSkeleton } from '../../design/PanelSkeleton.tsx';
import { Segments } from '../../design/Segments.tsx';
import { CsvLink, hiddenInCsv } from '../../portfolio/CsvLink.tsx';
import { PresentOnly } from '../../history/PresentOnly.tsx';
import { explainedTotals } from '../../portfolio/explain/explainedTotals.tsx';
import { driftQueries } from '../../portfolio/driftQueries.ts';
import { excludedText } from '../../portfolio/tradeTexts.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useAsOf } from '../../url/asOf.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { tokenTradeColumns, walletTradeColumns } from './thematicTradeColumns.tsx';

const TradesOfAllExplanation = lazyComponent(
  async () => (await import('./TradesOfAllExplanation.tsx')).TradesOfAllExplanation,
);

interface ThematicBackToTargetProps {
  readonly thematicId: string;
  readonly name: string;
  /** Data is requested only while it is in view. */
  readonly isInSight: boolean;
}

export function ThematicBackToTarget(props: ThematicBackToTargetProps) {
  const { thematicId, name, isInSight } = props;
  const format = useFormat();
  const privacy = usePrivacy();
  const isPast = useAsOf() !== null;
  const query = useQuery({
    ...driftQueries.thematic(thematicId),
    enabled: isInSight && !isPast,
  });
  const [by, setBy] = useState<'token' | 'wallet'>('token');
  const { tokens = noTokens, rows = noRows, asOf = '' } = query.data ?? {};
  const ofToken = useMemo(() => tokenTradeColumns(format), [format]);
  const ofWallet = useMemo(() => walletTradeColumns(format, thematicId), [format, thematicId]);
  const csv = { format: 'csv', figures: hiddenInCsv[privacy], unit: format.currency ?? undefined };
  if (isPast) return <PresentOnly title="Back to target" />;
  return (
    <Panel
      title="Back to target"
      sub={query.data && <Moved {...query.data} />}
      actions={
        <>
          <Segments
            label="Back to target"
            choices={{ token: 'By token', wallet: 'By wallet' }}
            chosen={by}
            onChoose={setBy}
          />
          {rows.length > 0 && (
            <Box visibleFrom="sm">
              <CsvLink
                to={pathOf(getThematicRebalance, { params: { id: thematicId }, query: csv })}
                file={fileName(`${name} back to target as of ${asOf.slice(0, 10)}.csv`)}
                what="each trade of each wallet"
                privacy={privacy}
              />
            </Box>
          )}
        </>
      }
      query={query}
      what="The trades"
      loading={<PanelSkeleton height={264} />}
      isEmpty={({ count }) => count === 0}
      empty={<EmptyPane title="Nothing to trade">{emptyText(format, query.data)}</EmptyPane>}
    >
      {(data) => (
        <>
          {by === 'token' ? (
            <LocalTable
              key="token"
              label="Back to target by token"
              columns={ofToken}
              rows={tokens}
              opens={largestSaleFirst}
              keyOf={({ token }) => token._id}
              hasNarrowHead
              narrowRow={44}
              narrowGrid="'head value right' / minmax(0, 1fr) 112px 112px"
              sums={[
                {
                  id: 'all',
                  cells: {
                    token: 'All tokens',
                    ...explainedTotals(
                      {
                        weight: [
                          'Sum of weights',
                          format.share(sumOf(tokens.map(({ weight }) => weight ?? 0))),
                        ],
                        target: [
                          'Sum of targets',
                          format.market.share(sumOf(tokens.map(({ target }) => target))),
                        ],
                        buy: ['To buy', format.total(sumOf(tokens.map(({ buy }) => buy.total)))],
                        sell: [
                          'To sell',
                          format.total(sumOf(tokens.map(({ sell }) => sell.total))),
                        ],
                      },
                      explanationOf(data),
                    ),
                  },
                },
              ]}
            />
          ) : (
            <LocalTable
              key="wallet"
              label="Back to target by wallet"
              columns={ofWallet}
              rows={rows}
              opens={largestFirst}
              keyOf={({ customId }) => customId}
              hasNarrowHead
              narrowRow={44}
              narrowGrid="'head right value' / minmax(0, 1fr) 88px 112px"
            />
          )}
          <Text px="var(--gutter)" py="sm" size="xs" c="dimmed" maw={880}>
            Trades that bring every wallet to its target, at the prices of{' '}
            {format.dateTime(data.asOf)}. Each wallet’s total stays the same, and no cash is left.
            This list trades nothing. {listedText(format, data, by)} {unknownText(format, data)}{' '}
            {excludedText(data.excluded.map(({ token }) => token))}
          </Text>
        </>
      )}
    </Panel>
  );
}

const explanationOf =
  (data: ThematicRebalance) => (name: 'weight' | 'target' | 'buy' | 'sell', label: string) => (
    <TradesOfAllExplanation {...{ name, label, data }} />
  );

const noTokens: ThematicRebalance['tokens'] = [];
const noRows: ThematicRebalance['rows'] = [];
const largestSaleFirst = { by: 'sell', order: 'descending' } as const;
const largestFirst = { by: 'traded', order: 'descending' } as const;

/** “47 wallets, 3,562,973.76 to move (26.72 %)”. On a phone, the table's sums say how much. */
function Moved({ count, traded, activeShare }: ThematicRebalance) {
  const format = useFormat();
  if (count === 0) return null;
  return (
    <>
      {format.count(count, 'wallet')}
      <Box component="span" visibleFrom="sm">
        , {format.total(traded)} to move ({format.percent(activeShare)})
      </Box>
    </>
  );
}

function emptyText(format: Format, data: ThematicRebalance | undefined): string {
  if (data?.reason != null) return data.reason;
  const why =
    data?.wallets === 0 ? 'No wallet holds this thematic.' : 'No wallet has a known value.';
  return data?.incomplete === undefined
    ? why
    : `${why} ${incompleteText(data.incomplete, format.number)}`;
}

function listedText(format: Format, { count, rows }: ThematicRebalance, by: string): string {
  if (by === 'token' || rows.length >= count) return '';
  return `First ${format.number(rows.length)} of ${format.count(count, 'wallet')}; the CSV has all.`;
}

function unknownText(format: Format, { empty, unknown, incomplete }: ThematicRebalance): string {
  const left = [
    empty > 0 && `${format.count(empty, 'wallet')} without value`,
    unknown > 0 && `${format.count(unknown, 'wallet')} with an unknown value`,
  ].filter(Boolean);
  const read = incomplete === undefined ? '' : ` ${incompleteText(incomplete, format.number)}`;
  return `${left.length === 0 ? '' : `Left out: ${left.join(', ')}.`}${read}`;
}
