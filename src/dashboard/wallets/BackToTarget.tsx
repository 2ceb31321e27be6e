import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sumOf } from '#analytics/weights.ts';
import type { WalletRebalance, WalletTrade } from '#contract/rebalance.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { LocalTable } from '../design/LocalTable.tsx';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { PresentOnly } from '../history/PresentOnly.tsx';
import { explainedTotals } from '../portfolio/explain/explainedTotals.tsx';
import { driftQueries } from '../portfolio/driftQueries.ts';
import { SaveCsv } from '../portfolio/SaveCsv.tsx';
import { excludedText } from '../portfolio/tradeTexts.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { tradeColumns } from './tradeColumns.tsx';

const TradesExplanation = lazyComponent(
  async () => (await import('./DriftExplanation.tsx')).TradesExplanation,
);

interface BackToTargetProps {
  readonly customId: string;
  readonly thematicId: string;
  readonly name: string;
  /** Data is requested only while it is in view. */
  readonly isInSight: boolean;
}

export function BackToTarget({ customId, thematicId, name, isInSight }: BackToTargetProps) {
  const format = useFormat();
  const isPast = useAsOf() !== null;
  const query = useQuery({
    ...driftQueries.wallet(customId, thematicId),
    enabled: isInSight && !isPast,
  });
  const rows = query.data?.trades ?? noTrades;
  const columns = useMemo(() => tradeColumns(format), [format]);
  if (isPast) return <PresentOnly title="Back to target" />;
  return (
    <Panel
      title="Back to target"
      sub={query.data?.reason === null && movedText(format, query.data)}
      actions={<SaveCsv {...{ columns, rows }} file={`${customId} ${name} back to target.csv`} />}
      query={query}
      what="The trades"
      loading={<PanelSkeleton height={264} />}
      isEmpty={({ reason }) => reason !== null}
      empty={<EmptyPane title="Nothing to trade">{query.data?.reason}</EmptyPane>}
    >
      {(data) => (
        <>
          <LocalTable
            label="Back to target"
            {...{ columns, rows }}
            opens={largestFirst}
            keyOf={({ token }) => token._id}
            narrowRow={56}
            narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
            sums={[
              {
                id: 'all',
                cells: {
                  token: 'All tokens',
                  ...explainedTotals(
                    {
                      total: [
                        'Total of the tokens',
                        format.total(sumOf(rows.map(({ total }) => total ?? 0))),
                      ],
                      weight: [
                        'Sum of weights',
                        format.share(sumOf(rows.map(({ weight }) => weight))),
                      ],
                      target: [
                        'Sum of targets',
                        format.market.share(sumOf(rows.map(({ target }) => target))),
                      ],
                      tradeTotal: ['Purchases less sales', format.change(zeroed(rows))],
                    },
                    explanationOf(data),
                  ),
                },
              },
            ]}
          />
          <Text px="var(--gutter)" py="sm" size="xs" c="dimmed" maw={880}>
            To buy (+) and to sell (−) at the prices of {format.dateTime(data.asOf)}, so that every
            weight is on target. The wallet’s total stays the same, and no cash is left. This list
            trades nothing. {excludedText(data.excluded.map(({ token }) => token))}
          </Text>
        </>
      )}
    </Panel>
  );
}

const explanationOf =
  (data: WalletRebalance) =>
  (name: 'total' | 'weight' | 'target' | 'tradeTotal', label: string) => (
    <TradesExplanation {...{ name, label, data }} />
  );

const noTrades: readonly WalletTrade[] = [];
const largestFirst = { by: 'tradeTotal', order: 'descending' } as const;

/** Purchases and sales cancel out, apart from rounding errors. */
function zeroed(rows: readonly WalletTrade[]): number {
  const sum = sumOf(rows.map(({ tradeTotal }) => tradeTotal));
  const size = sumOf(rows.map(({ tradeTotal }) => Math.abs(tradeTotal)));
  return Math.abs(sum) <= size * 1e-12 ? 0 : sum;
}

const movedText = (format: Format, { traded, activeShare }: WalletRebalance): string =>
  `${format.total(traded)} to move, ${format.percent(activeShare)} of the wallet`;
