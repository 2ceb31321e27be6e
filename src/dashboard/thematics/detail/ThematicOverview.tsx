import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sumOf } from '#analytics/weights.ts';
import type { Thematic } from '#contract/thematic.ts';
import { HistoryPane } from '../../history/HistoryPane.tsx';
import { historyOf } from '../../history/queries.ts';
import { useCurrency, useOffer } from '../../shared/api/capabilities.ts';
import { useTick } from '../../shared/api/polling.ts';
import { tokensQuery } from '../../shared/api/portfolio.ts';
import { formatCount, formatMarketShare } from '../../shared/format/number.ts';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { Split } from '../../shared/ui/Split.tsx';
import { ConstituentsSkeleton, ConstituentsTable } from './ConstituentsTable.tsx';
import { ThematicHolders } from './ThematicHolders.tsx';
import classes from './ThematicOverview.module.css';
import { ThematicReturns } from './ThematicReturns.tsx';

interface ThematicOverviewProps {
  readonly thematicId: string;
  readonly query: UseQueryResult<Thematic>;
}

/** Level, returns, holders and constituents of one thematic. */
export function ThematicOverview({ thematicId, query }: ThematicOverviewProps) {
  const currency = useCurrency();
  const offersTokens = useOffer('tokens');
  const tokens = useQuery({
    ...tokensQuery,
    enabled: offersTokens === true,
    refetchInterval: useTick(),
  });
  const source = useMemo(() => historyOf.thematic(thematicId), [thematicId]);
  const changes = useMemo(
    () => new Map(tokens.data?.map((token) => [token._id, token.change])),
    [tokens.data],
  );
  return (
    <>
      <Split
        width="wide"
        side={
          <>
            <ThematicReturns change={query.data?.change ?? null} />
            <ThematicHolders thematicId={thematicId} currency={currency} />
          </>
        }
      >
        <HistoryPane
          source={source}
          title={`Level of ${query.data?.name ?? thematicId}`}
          unit="index, 100 at inception"
          change="Return"
          totalNow={query.data?.total ?? null}
          whyEmpty="No records: none of its tokens has had a price yet."
        />
      </Split>
      <Pane
        title="Constituents"
        sub={query.data === undefined ? undefined : constituentWords(query.data)}
        className={classes.constituents}
      >
        <Query query={query} what="The constituents" loading={<ConstituentsSkeleton />}>
          {(thematic) => (
            <ConstituentsTable
              constituents={thematic.tokens}
              currency={currency}
              changes={offersTokens === false ? undefined : changes}
            />
          )}
        </Query>
      </Pane>
    </>
  );
}

function constituentWords({ tokens }: Thematic): string {
  const sum = sumOf(tokens.map(({ weight }) => weight));
  return `${formatCount(tokens.length)}, weights sum to ${formatMarketShare(sum)}`;
}
