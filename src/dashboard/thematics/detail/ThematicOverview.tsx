import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { SceneEvent } from '../../chart/scene.ts';
import { HistoryPanel } from '../../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { historyOf } from '../../history/historyQueries.ts';
import { Holders } from '../../portfolio/Holders.tsx';
import { Split } from '../../design/Split.tsx';
import { useInSight } from '../../design/WhenSeen.tsx';
import { DefinitionsPane } from '../define/DefinitionsPane.tsx';
import { definitionsInForce } from '../define/definitions.ts';
import { useFormat } from '../../preferences/format.ts';
import { ConstituentsPane } from './ConstituentsPane.tsx';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { SharedTokens } from './SharedTokens.tsx';
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
  const { period, zoom } = useHistoryWindow();
  const isZoomed = zoom !== null;
  const series = useMemo(
    () => [{ id: 'main', label: 'Level', source: historyOf.thematic(thematicId) }],
    [thematicId],
  );
  const events = useDefinitionEvents(thematicId);
  const { ref, isInSight } = useInSight();
  const contribution = useQuery({
    ...thematicQueries.contribution(thematicId, period),
    enabled: isInSight,
  });
  return (
    <>
      <Split
        width="wide"
        side={
          <>
            <ThematicReturns query={query} shown={isZoomed ? null : period} />
            <Holders of={{ thematic: thematicId }} />
          </>
        }
      >
        <HistoryPanel
          series={series}
          events={events}
          valueName="Level"
          title={`Level of ${query.data?.name ?? thematicId}`}
          totalNow={query.data?.total ?? null}
          whyEmpty="No records: none of its tokens has had a price yet."
        />
      </Split>
      {/* Here the matrix of monthly returns will stand, once figures of risk are computed. */}
      <Split
        width="wide"
        side={
          <>
            <ThematicMoved query={contribution} {...{ period, isZoomed }} />
            {query.data !== undefined && (
              <SharedTokens thematic={query.data} thematics={thematics} />
            )}
            {/* And here the deepest drawdowns. */}
          </>
        }
      >
        <ConstituentsPane query={query} contribution={contribution} period={period} seen={ref} />
        {query.data !== undefined && <DefinitionsPane thematic={query.data} />}
      </Split>
    </>
  );
}

/** When its definition changed. */
function useDefinitionEvents(thematicId: string): readonly SceneEvent[] {
  const format = useFormat();
  const { data } = useQuery(thematicQueries.definitions(thematicId));
  return useMemo(
    () =>
      definitionsInForce(data ?? [])
        .slice(1)
        .map(({ since }) => ({ at: since, label: `Redefined, ${format.dateTime(since)}` })),
    [data, format],
  );
}
