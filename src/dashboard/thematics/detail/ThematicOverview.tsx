import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { HistoryPane } from '../../history/HistoryPane.tsx';
import { periodParam } from '../../history/period.ts';
import { historyOf } from '../../history/queries.ts';
import { useCurrency, useOffer } from '../../shared/api/capabilities.ts';
import { useTick } from '../../shared/api/polling.ts';
import { useInSight } from '../../shared/ui/inSight.ts';
import { Split } from '../../shared/ui/Split.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { ConstituentsPane } from './ConstituentsPane.tsx';
import { contributionQuery } from './contribution.ts';
import { SharedTokens } from './SharedTokens.tsx';
import { ThematicHolders } from './ThematicHolders.tsx';
import { ThematicMoved } from './ThematicMoved.tsx';
import { ThematicReturns } from './ThematicReturns.tsx';

interface ThematicOverviewProps {
  readonly thematicId: string;
  readonly query: UseQueryResult<Thematic>;
  /** All thematics, for what it has in common with them; empty until they are there. */
  readonly thematics: readonly Thematic[];
}

/** Level, returns and holders of one thematic; what it is made of and what moved it. */
export function ThematicOverview({ thematicId, query, thematics }: ThematicOverviewProps) {
  const currency = useCurrency();
  const [period] = useSearchParam(periodParam);
  const source = useMemo(() => historyOf.thematic(thematicId), [thematicId]);
  const constituents = useRef<HTMLDivElement>(null);
  const isSeen = useInSight(constituents);
  const offersContribution = useOffer('contribution');
  const contribution = useQuery({
    ...contributionQuery(thematicId, period),
    enabled: offersContribution === true && isSeen,
    refetchInterval: useTick(),
  });
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
      {/* Here the matrix of monthly returns will stand, once figures of risk are computed. */}
      <Split
        width="wide"
        side={
          <>
            <ThematicMoved query={contribution} period={period} />
            {query.data !== undefined && (
              <SharedTokens thematic={query.data} thematics={thematics} />
            )}
            {/* And here the deepest drawdowns. */}
          </>
        }
      >
        <ConstituentsPane
          query={query}
          contribution={contribution}
          period={period}
          seen={constituents}
        />
      </Split>
    </>
  );
}
