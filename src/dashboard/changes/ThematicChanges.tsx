import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sumOfHundredths } from '#analytics/rounding.ts';
import { knownSumOf } from '#analytics/weights.ts';
import type { Contribution } from '#contract/contribution.ts';
import { isDatedPeriod } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import type { Span } from '../chart/scene.ts';
import type { Column } from '../design/columns.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel, Query } from '../design/Panel.tsx';
import { PanelSkeleton } from '../design/PanelSkeleton.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { isAscending } from '../history/period.ts';
import { periodName } from '../history/periodText.ts';
import { useContribution } from '../history/useContribution.ts';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { SaveCsv } from '../portfolio/SaveCsv.tsx';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { ChangesHead, ReversedDates } from './ChangesHead.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { betweenText, countsText, lateStartText, narrowGrid } from './changesText.ts';
import { countsOf } from './tokenChanges.ts';
import { weightChangeColumns } from './weightChangeColumns.tsx';
import { type WeightChange, weightChanges } from './weightChanges.ts';

export function ThematicChanges() {
  const { thematicId } = usePathIds(pagePatterns.thematicChanges);
  const format = useFormat();
  const { nameOf } = useThematics();
  const window = useHistoryWindow();
  const { chosen, part } = window;
  const isReversed = isDatedPeriod(chosen) && !isAscending(chosen, format.timeZone);
  const { query, isWithoutRecords } = useContribution(thematicId, !isReversed);
  const parts = query.isPlaceholderData ? undefined : query.data;
  const span = useMemo(() => spanOf(parts), [parts]);
  const then = useQuery({
    ...thematicQueries.one(thematicId, span?.from ?? 0),
    enabled: span !== null,
  });
  const now = useQuery({
    ...thematicQueries.one(thematicId, span?.to ?? 0),
    enabled: span !== null,
  });
  const rows = useMemo(
    () => (parts && then.data && now.data ? weightChanges(parts, then.data, now.data) : []),
    [parts, then.data, now.data],
  );
  const columns = useMemo(
    () => (span === null ? [] : weightChangeColumns(format, span)),
    [format, span],
  );
  const file = `${nameOf(thematicId)} changes ${periodName(format, chosen)}.csv`;
  const empty = (
    <EmptyPane title="No records between the two dates">
      The thematic has no level between them.
    </EmptyPane>
  );
  const loading = <PanelSkeleton height={464} />;
  return (
    <>
      <ChangesHead
        of={nameOf(thematicId)}
        crumbs={[pageLinks.thematics, { to: urls.thematic(thematicId), label: nameOf(thematicId) }]}
        {...{ window, span }}
      />
      <Panel title="What changed" actions={<SaveCsv {...{ columns, rows, file }} />}>
        {isReversed ? (
          <ReversedDates period={periodName(format, chosen)} />
        ) : isWithoutRecords ? (
          empty
        ) : query.isPlaceholderData ? (
          loading
        ) : (
          <Query
            query={query}
            what="The changes"
            loading={loading}
            notFound={<NotFoundPane what="thematic" id={thematicId} />}
            isEmpty={() => span === null}
            empty={empty}
          >
            {({ first, last, change }) => (
              <>
                <Text px="var(--gutter)" pb="sm" c="var(--ink-2)">
                  {span !== null && `Between ${betweenText(format, span)}: `}level{' '}
                  {format.level(first)}, then {format.level(last)} (
                  {format.market.percentChange(change)}); weights{' '}
                  {countsText(format, countsOf(rows))}.{' '}
                  {span !== null && lateStartText(format, span, part)}
                </Text>
                <Query query={then} what="The weights then" loading={loading}>
                  {() => (
                    <Query query={now} what="The weights" loading={loading}>
                      {() => <Rows {...{ rows, columns }} />}
                    </Query>
                  )}
                </Query>
              </>
            )}
          </Query>
        )}
      </Panel>
    </>
  );
}

function spanOf(parts: Contribution | undefined): Span | null {
  if (parts === undefined || parts.from === null || parts.to === null) return null;
  return { from: parseTime(parts.from), to: parseTime(parts.to) };
}

interface RowsProps {
  readonly rows: readonly WeightChange[];
  readonly columns: readonly Column<WeightChange>[];
}

function Rows({ rows, columns }: RowsProps) {
  const format = useFormat();
  const sum = (of: 'from' | 'to') => knownSumOf(rows.map((row) => row[of])).whole;
  return (
    <ChangesTable
      label="Changes by token"
      {...{ columns, rows }}
      keyOf={({ token }) => token._id}
      narrowRow={76}
      narrowGrid={narrowGrid}
      sum={{
        token: 'Level',
        from: format.market.share(sum('from')),
        to: format.market.share(sum('to')),
        contribution: format.levelChange(sumOfHundredths(rows.map(({ printed }) => printed ?? 0))),
      }}
    />
  );
}
