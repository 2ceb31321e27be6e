import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isDatedPeriod } from '#contract/period.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { useWhyUnknown } from '../api/service.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import type { Crumb } from '../design/PageHead.tsx';
import { Panel } from '../design/Panel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { isAscending } from '../history/period.ts';
import { periodName } from '../history/periodText.ts';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { ChangesHead, ReversedDates } from './ChangesHead.tsx';
import { TokenChangesTable } from './TokenChangesTable.tsx';
import { tokenChanges } from './tokenChanges.ts';
import { TotalChangesTable } from './TotalChangesTable.tsx';
import { totalChanges } from './totalChanges.ts';

interface HoldingsChangesProps {
  readonly subject: PortfolioSubject & { readonly user: string };
  readonly of: string;
  readonly crumbs: readonly Crumb[];
}

/** The holdings of a user, or of one wallet, at two dates. Without known amounts, only the totals. */
export function HoldingsChanges({ subject, of, crumbs }: HoldingsChangesProps) {
  const { user, thematic } = subject;
  const format = useFormat();
  const window = useHistoryWindow();
  const { period, chosen, part } = window;
  const asOf = useAsOf();
  const whyNoAmounts = useWhyUnknown('amounts');
  const hasAmounts = whyNoAmounts === null;
  const isReversed = isDatedPeriod(chosen) && !isAscending(chosen, format.timeZone);
  const positions = useQuery({
    ...walletQueries.positions(user, period, thematic, asOf),
    // The heads name the dates, so records of another period must not stand below them.
    placeholderData: noRecords,
    enabled: hasAmounts && !isReversed,
  });
  const totals = useQuery({
    ...walletQueries.performance(user, period, asOf),
    placeholderData: noRecords,
    enabled: !hasAmounts && !isReversed,
  });
  const query = hasAmounts ? positions : totals;
  const ofTokens = useMemo(
    () => (positions.data ? tokenChanges(positions.data, part) : null),
    [positions.data, part],
  );
  const ofTotals = useMemo(
    () => (totals.data ? totalChanges(totals.data, part, thematic) : null),
    [totals.data, part, thematic],
  );
  const span = (hasAmounts ? ofTokens : ofTotals)?.span ?? null;
  const first = query.data?.times[0];
  const panel = {
    query,
    what: 'The changes',
    loading: <Box h={480} />,
    notFound: <NotFoundPane what="user" id={user} />,
    empty: (
      <EmptyPane title="No records between the two dates">
        {first === undefined
          ? 'There are no holdings yet.'
          : `The first record is of ${format.dateTime(first)}.`}
      </EmptyPane>
    ),
  };
  const file = [user, thematic, 'changes', periodName(format, chosen)].filter(Boolean).join(' ');
  return (
    <>
      <ChangesHead {...{ of, crumbs, window, span }} />
      {isReversed ? (
        <Panel title="What changed">
          <ReversedDates period={periodName(format, chosen)} />
        </Panel>
      ) : hasAmounts ? (
        <TokenChangesTable changes={ofTokens} {...{ panel, part, file }} />
      ) : (
        <TotalChangesTable changes={ofTotals} {...{ panel, part, file }} why={whyNoAmounts} />
      )}
    </>
  );
}

const noRecords = () => undefined;
