import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type RefObject, useMemo } from 'react';
import { sumOf } from '#analytics/weights.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useCurrency, useOffer } from '../../shared/api/capabilities.ts';
import { useTick } from '../../shared/api/polling.ts';
import { tokensQuery } from '../../shared/api/portfolio.ts';
import { formatCount, formatMarketShare } from '../../shared/format/number.ts';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { constituentRows, constituentSortParam, sortConstituents } from './constituentRows.ts';
import { ConstituentsSkeleton } from './ConstituentsSkeleton.tsx';
import { ConstituentsTable } from './ConstituentsTable.tsx';
import classes from './ConstituentsTable.module.css';

interface ConstituentsPaneProps {
  readonly query: UseQueryResult<Thematic>;
  readonly contribution: UseQueryResult<Contribution>;
  readonly period: HistoryType;
  /** Contributions are asked for once this is in sight. */
  readonly seen: RefObject<HTMLDivElement | null>;
}

/** What a thematic is made of: weight, price, change, and what each token added to the level's. */
export function ConstituentsPane({ query, contribution, period, seen }: ConstituentsPaneProps) {
  const currency = useCurrency();
  const [sort, setSort] = useSearchParam(constituentSortParam);
  const tells = {
    changes: useOffer('tokens') === true,
    contribution: useOffer('contribution') === true,
  };
  const { data: tokens } = useQuery({
    ...tokensQuery,
    enabled: tells.changes,
    refetchInterval: useTick(),
  });
  const thematic = query.data;
  const parts = contribution.data;
  const rows = useMemo(
    () =>
      thematic === undefined
        ? []
        : constituentRows(thematic, { period, tokens, contribution: parts }),
    [thematic, period, tokens, parts],
  );
  return (
    <Pane
      title="Constituents"
      sub={thematic === undefined ? undefined : constituentWords(thematic)}
    >
      <div ref={seen} className={clsx(contribution.isPlaceholderData && classes.old)}>
        <Query query={query} what="The constituents" loading={<ConstituentsSkeleton />}>
          {() => (
            <ConstituentsTable
              rows={sortConstituents(rows, sort)}
              period={period}
              currency={currency}
              tells={tells}
              sort={sort}
              onSort={setSort}
              whole={parts}
            />
          )}
        </Query>
      </div>
    </Pane>
  );
}

function constituentWords({ tokens }: Thematic): string {
  const sum = sumOf(tokens.map(({ weight }) => weight));
  return `${formatCount(tokens.length)}, weights sum to ${formatMarketShare(sum)}`;
}
