import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { WalletAttribution } from '#contract/attribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { LocalTable } from '../design/LocalTable.tsx';
import { Panel } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { Segments } from '../design/Segments.tsx';
import { useHistoryWindow, useLoadedPeriod } from '../history/historyWindow.ts';
import { periodNames } from '../history/periodText.ts';
import { explainedTotals } from '../portfolio/explain/explainedTotals.tsx';
import { driftQueries } from '../portfolio/driftQueries.ts';
import { SaveCsv } from '../portfolio/SaveCsv.tsx';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { periodEffectColumns, tokenEffectColumns } from './driftColumns.tsx';

const DriftExplanation = lazyComponent(
  async () => (await import('./DriftExplanation.tsx')).DriftExplanation,
);

interface CostOfDriftProps {
  readonly customId: string;
  readonly thematicId: string;
  readonly name: string;
  /** Data is requested only while it is in view. */
  readonly isInSight: boolean;
}

const partNames: Readonly<Record<HistoryType, string>> = {
  day: 'By hour',
  week: 'By day',
  month: 'By day',
  year: 'By month',
  all: 'By month',
};

export function CostOfDrift({ customId, thematicId, name, isInSight }: CostOfDriftProps) {
  const format = useFormat();
  const window = useHistoryWindow();
  const asOf = useAsOf();
  const query = useQuery({
    ...driftQueries.attribution(customId, thematicId, window.period, asOf),
    enabled: isInSight,
  });
  const { period } = useLoadedPeriod(window.shown, query.isPlaceholderData);
  const [by, setBy] = useState<'token' | 'period'>('token');
  const { tokens = noTokens, periods = noPeriods, from = null } = query.data ?? {};
  const ofToken = useMemo(() => tokenEffectColumns(format, tokens), [format, tokens]);
  const ofPeriod = useMemo(() => periodEffectColumns(format, periods), [format, periods]);
  const explanationOf = (data: WalletAttribution) => (column: DriftTotal, label: string) => (
    <DriftExplanation
      {...{ label }}
      name={column === 'effect' ? `effects of ${by}s` : column}
      of={{ customId, thematicId, name, data }}
    />
  );
  const file = `${customId} ${name} cost of drift ${period} by ${by}.csv`;
  return (
    <Panel
      title="Cost of drift"
      sub={`${periodNames[period].toLowerCase()}${from === null ? '' : `, since ${format.dateTime(from)}`}`}
      actions={
        <>
          <Segments
            label="Cost of drift"
            choices={{ token: 'By token', period: partNames[period] }}
            chosen={by}
            onChoose={setBy}
          />
          {by === 'token' ? (
            <SaveCsv columns={ofToken} rows={tokens} file={file} />
          ) : (
            <SaveCsv columns={ofPeriod} rows={periods} file={file} />
          )}
        </>
      }
      query={query}
      what="The cost of drift"
      loading={<PanelSkeleton height={264} />}
      isEmpty={({ reason }) => reason !== null}
      empty={<EmptyPane title="No cost of drift">{query.data?.reason}</EmptyPane>}
    >
      {(attribution) => (
        <>
          {by === 'token' ? (
            <LocalTable
              key="token"
              label="Cost of drift by token"
              columns={ofToken}
              rows={tokens}
              opens={largestCostFirst}
              keyOf={({ token }) => token._id}
              hasNarrowHead
              narrowRow={44}
              narrowGrid={narrowGrid}
              sums={[
                {
                  id: 'all',
                  cells: {
                    token: 'Wallet less thematic',
                    ...explainedTotals(
                      {
                        return: ['Return of the wallet', format.percentChange(attribution.return)],
                        excess: ['Wallet less thematic', format.finePoints(attribution.difference)],
                        effect: ['Sum of effects', format.finePoints(attribution.difference)],
                      },
                      explanationOf(attribution),
                    ),
                  },
                },
              ]}
            />
          ) : (
            <LocalTable
              key="period"
              label="Cost of drift by period"
              columns={ofPeriod}
              rows={periods}
              opens={latestFirst}
              keyOf={(part) => part.from}
              hasNarrowHead
              narrowRow={44}
              narrowGrid={narrowGrid}
              sums={[
                {
                  id: 'all',
                  cells: {
                    period: 'Whole period',
                    ...explainedTotals(
                      {
                        return: ['Return of the wallet', format.percentChange(attribution.return)],
                        thematic: [
                          'Return of the thematic',
                          format.market.percentChange(attribution.thematicReturn),
                        ],
                        effect: ['Sum of effects', format.finePoints(attribution.difference)],
                      },
                      explanationOf(attribution),
                    ),
                  },
                },
              ]}
            />
          )}
          <Text px="var(--gutter)" py="sm" size="xs" c="dimmed" maw={880}>
            {summaryText(format, attribution)} {explanation}{' '}
            {by === 'period' && 'Hours, days and months are UTC. '}
            {exclusionText(format, attribution)}
          </Text>
        </>
      )}
    </Panel>
  );
}

type DriftTotal = 'return' | 'excess' | 'thematic' | 'effect';

const noTokens: WalletAttribution['tokens'] = [];
const noPeriods: WalletAttribution['periods'] = [];
const largestCostFirst = { by: 'effect', order: 'ascending' } as const;
const latestFirst = { by: 'period', order: 'descending' } as const;
const narrowGrid = "'head right value' / minmax(0, 1fr) 96px 88px";

const explanation =
  'In each step, a token adds (weight − target) × (its return − the thematic’s return), after Brinson and Fachler. Linked (GRAP), the effects add up to the difference. Drift is an average, and the excess is over the whole period, so their product is not the effect.';

/** A wallet’s return is time-weighted: deposits do not count. */
function summaryText(format: Format, data: WalletAttribution): string {
  const own = format.percentChange(data.return);
  const other = format.market.percentChange(data.thematicReturn);
  const { residual } = data;
  const isRounding = Math.abs(residual ?? 0) < 5e-7;
  return `Time-weighted return ${own}, thematic ${other}, over ${format.count(data.observations, 'step')}; residual ${isRounding ? 'below 0.0001' : format.finePoints(residual)} points.`;
}

function exclusionText(format: Format, { excluded }: WalletAttribution): string {
  const [first] = excluded;
  if (first === undefined) return '';
  const more = excluded.length === 1 ? '' : ` and ${format.number(excluded.length - 1)} more`;
  return `Left out: ${format.dateTime(first.from)} to ${format.dateTime(first.to)}${more}, when the wallet had no value.`;
}
