import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, type Ref, useMemo } from 'react';
import { knownSumOf, sumOf } from '#analytics/weights.ts';
import { stepOf } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getContribution, getThematic } from '#contract/operations/thematics.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import { useWhyNotOffered } from '../../api/service.ts';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { useDataTable, useTableSort } from '../../design/useDataTable.ts';
import { Panel, Query } from '../../design/Panel.tsx';
import { overNote } from '../../history/periodText.ts';
import { Explain } from '../../portfolio/explain/Explain.tsx';
import { Change } from '../../portfolio/Change.tsx';
import { tokenQueries } from '../../portfolio/thematicQueries.ts';
import { useAsOf } from '../../url/asOf.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import {
  constituentColumns,
  constituentRows,
  type RemovedTokens,
  removedTokens,
  WeightBar,
} from './constituentColumns.tsx';
import classes from './detail.module.css';
import type { ContributionOfWindow } from '../../history/useContribution.ts';
import { type Format, useFormat } from '../../preferences/format.ts';

const ConstituentsExplanation = lazyComponent(
  async () => (await import('./ConstituentsExplanation.tsx')).ConstituentsExplanation,
);

interface ConstituentsPaneProps {
  readonly query: UseQueryResult<Thematic>;
  readonly contribution: ContributionOfWindow;
  readonly seen: Ref<HTMLDivElement>;
}

const tableOptions = {
  label: 'Constituents',
  isInPane: true,
  isClose: true,
  hasNarrowHead: true,
} as const;

export function ConstituentsPane(props: ConstituentsPaneProps) {
  const { query, seen } = props;
  const { query: contribution, shown } = props.contribution;
  const format = useFormat();
  const [layout, onLayout] = useTableLayout('constituents');
  const asOf = useAsOf();
  const { data: tokens } = useQuery(tokenQueries.all(asOf));
  const thematic = query.data;
  const parts = contribution.data;
  const whyNotOffered = useWhyNotOffered();
  const hasContribution = whyNotOffered(getContribution) === null;
  const hasPrices = whyNotOffered(getPriceHistory) === null;
  const rows = useMemo(
    () =>
      thematic === undefined
        ? []
        : constituentRows(thematic, { shown, tokens, contribution: parts }),
    [thematic, shown, tokens, parts],
  );
  // A thematic that began within the period has no change over it, and its contributions begin with it.
  const { period, part } = shown;
  const isShort =
    part === null
      ? thematic?.change[period] === null
      : parseTime(parts?.from ?? '') - part.from > stepOf[period];
  const began = isShort ? (parts?.from ?? null) : null;
  const removed = thematic === undefined ? null : removedTokens(thematic, parts);
  const columns = useMemo(
    () => constituentColumns(format, rows, { shown, asOf, began, hasContribution, hasPrices }),
    [format, rows, shown, asOf, began, hasContribution, hasPrices],
  );
  const [sort, onSort] = useTableSort(columns);
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const change = parts?.change;
  const explained = (name: keyof typeof sumLabels, figure: ReactNode) => (
    <Explain
      label={sumLabels[name]}
      explanation={
        <ConstituentsExplanation
          {...{ name, rows, removed }}
          label={sumLabels[name]}
          contribution={parts}
        />
      }
    >
      {figure}
    </Explain>
  );
  return (
    <Panel
      title="Constituents"
      sub={
        thematic &&
        [constituentText(format, thematic), overNote('Return', format, shown)]
          .filter(Boolean)
          .join(', ')
      }
    >
      <div ref={seen} className={clsx(contribution.isPlaceholderData && classes.old)}>
        <Query
          query={query}
          what="The constituents"
          path={thematic && pathOf(getThematic, { params: { id: thematic._id } })}
          loading={<TableSkeleton {...tableOptions} model={model} rowCount={6} />}
          isEmpty={({ tokens: its }) => its === null}
          empty={
            <EmptyPane title="Tokens not known">
              {asOf === null
                ? 'The service does not report the tokens of this thematic.'
                : 'The service does not report which tokens this thematic had then.'}
            </EmptyPane>
          }
        >
          {() => (
            <DataTable
              {...tableOptions}
              model={model}
              keyOf={({ token }) => token._id}
              sums={[
                ...(removed === null ? [] : [removedRow(format, removed)]),
                {
                  id: 'all',
                  cells: {
                    token: 'All tokens',
                    weight: (
                      <>
                        {explained(
                          'weight',
                          format.market.share(knownSumOf(rows.map(({ weight }) => weight)).whole),
                        )}
                        <WeightBar part={null} />
                      </>
                    ),
                    change: explained(
                      'change',
                      <Change value={change} format={format.market.percentChange} />,
                    ),
                    // The level's change is due to all tokens, also to those removed since.
                    contribution: explained(
                      'contribution',
                      format.levelChange(
                        change == null
                          ? null
                          : sumOf([
                              ...rows.map((row) => row.contribution ?? 0),
                              removed?.contribution ?? 0,
                            ]),
                      ),
                    ),
                  },
                },
              ]}
            />
          )}
        </Query>
      </div>
    </Panel>
  );
}

const sumLabels = {
  weight: 'Sum of weights',
  change: 'Return of the level',
  contribution: 'Sum of contributions',
} as const;

function removedRow(format: Format, { symbols, contribution }: RemovedTokens) {
  return {
    id: 'removed',
    cells: {
      token: (
        <span title={symbols.join(', ')}>{format.count(symbols.length, 'removed token')}</span>
      ),
      contribution: format.levelChange(contribution),
    },
  };
}

function constituentText(format: Format, { tokens }: Thematic): string {
  if (tokens === null) return 'not known';
  const { whole } = knownSumOf(tokens.map(({ weight }) => weight));
  const weights = whole === null ? 'not known' : `sum to ${format.market.share(whole)}`;
  const text = `${format.number(tokens.length)}, weights ${weights}`;
  const old = tokens.filter(({ token }) => token.priceAgeSeconds !== undefined).length;
  if (old === 0) return text;
  return `${text}, ${format.number(old)} with an old price`;
}
