import { Box, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getPastThematic, getThematic, putThematic } from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { isNotFound } from '../api/errors.ts';
import type { SceneEvent } from '../chart/scene.ts';
import { type Action, useActions } from '../design/actions.ts';
import { JsonLink } from '../design/JsonLink.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { OnceSeen } from '../design/OnceSeen.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { Split } from '../design/Split.tsx';
import { useInSight } from '../design/WhenSeen.tsx';
import { FiguresSection } from '../figures/FiguresSection.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { historyOf } from '../history/historyQueries.ts';
import { DataQuality } from '../history/DataQuality.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { useBenchmarkSource } from '../history/useBenchmarkSource.ts';
import { whyNoEdit } from '../history/whyNoEdit.ts';
import { useBenchmark } from '../portfolio/benchmark.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { Holders } from '../portfolio/Holders.tsx';
import { ItemChanges } from '../portfolio/ItemChanges.tsx';
import { ReportLink } from '../portfolio/ReportLink.tsx';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { chooseParam, defineParam } from '../url/params.ts';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { definitionsInEffect } from './define/definitions.ts';
import { DefinitionsPane } from './define/DefinitionsPane.tsx';
import { firstThematicQueries } from './firstThematicQueries.ts';
import classes from './ThematicPage.module.css';
import { ConstituentsPane } from './detail/ConstituentsPane.tsx';
import { SharedTokens } from './detail/SharedTokens.tsx';
import { noLevelsYet, ThematicMoved } from './detail/ThematicMoved.tsx';
import { ThematicReturns } from './detail/ThematicReturns.tsx';
import { useContribution } from '../history/useContribution.ts';
import { OnRequest } from '../portfolio/peers/OnRequest.tsx';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useMay } from '../portfolio/session.ts';

const DefineThematic = lazyComponent(
  async () => (await import('./define/DefineThematic.tsx')).DefineThematic,
);

const Outliers = lazyComponent(
  async () => (await import('../portfolio/peers/Outliers.tsx')).Outliers,
);

/** Heights in px of panels while they load. */
const tradesHeight = 360;
const sharedHeight = 160;
const ThematicBackToTarget = lazyComponent(
  async () => (await import('./detail/ThematicBackToTarget.tsx')).ThematicBackToTarget,
  <Box h={tradesHeight} />,
);

export const firstQueries = firstThematicQueries;

export function ThematicPage() {
  const { thematicId } = usePathIds(pagePatterns.thematic);
  const asOf = useAsOf();
  const query = useQuery(thematicQueries.one(thematicId, asOf));
  const { categories } = useThematics();
  const [define, setDefine] = useSearchParam(defineParam);
  const mayDefine = useMay(putThematic);
  const openForm = () => setDefine('');
  const close = () => setDefine(null);
  const redefine: Action = {
    name: 'Edit weights',
    also: 'redefine thematic constituents',
    icon: IconPencil,
    run: openForm,
  };
  useActions(mayDefine && asOf === null ? [redefine] : []);
  const isThematicNotFound = query.data === undefined && isNotFound(query.error);
  const choosing = `${chooseParam.name}=${chooseParam.write('thematics') ?? ''}`;
  return (
    <>
      <PageHead
        title={query.data?.name ?? thematicId}
        mark={
          !isThematicNotFound && <CategoryKey category={categories.get(thematicId)} size="large" />
        }
        crumbs={[pageLinks.thematics]}
        sub={<bdi className={classes.description}>{query.data?.description ?? '\u00a0'}</bdi>}
        actions={
          !isThematicNotFound && (
            <>
              <ReportLink to={urls.report({ thematic: thematicId })} />
              <JsonLink title="this thematic" path={thematicPathOf(thematicId, asOf)} />
              <Button
                component={PageLink}
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                to={`${urls.compare([thematicId])}&${choosing}`}
              >
                Compare
              </Button>
              {mayDefine && (
                <Button
                  leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                  disabled={asOf !== null}
                  title={asOf === null ? undefined : whyNoEdit}
                  onClick={openForm}
                >
                  Edit weights
                </Button>
              )}
            </>
          )
        }
      />
      <AsOfBar />
      {define !== null && !mayDefine && (
        <NotAllowed what={redefine.name} operation={putThematic} onClose={close} />
      )}
      {isThematicNotFound ? (
        <NotFoundPane what="thematic" id={thematicId} />
      ) : (
        <ThematicOverview key={thematicId} {...{ thematicId, query }} />
      )}
      {define !== null && mayDefine && asOf === null && query.data !== undefined && (
        <DefineThematic key={`define ${thematicId}`} thematic={query.data} onClose={close} />
      )}
    </>
  );
}

interface ThematicOverviewProps {
  readonly thematicId: string;
  readonly query: UseQueryResult<Thematic>;
}

function ThematicOverview({ thematicId, query }: ThematicOverviewProps) {
  const { period, zoom } = useHistoryWindow();
  const asOf = useAsOf();
  const backfilledUntil = query.data?.backfilledUntil;
  const { series, returns } = useMemo(() => {
    const source = historyOf.thematic(thematicId, asOf);
    return {
      series: [{ id: 'main', label: 'Level', backfilledUntil, source }],
      returns: { id: 'main', label: 'Return', source },
    };
  }, [thematicId, asOf, backfilledUntil]);
  const events = useDefinitionEvents(thematicId);
  const benchmark = useBenchmarkSource(useBenchmark({ thematic: thematicId }));
  return (
    <>
      <Split
        width="wide"
        side={
          <>
            <ThematicReturns query={query} shown={zoom === null ? period : null} />
            <Holders of={{ thematic: thematicId }} />
          </>
        }
      >
        <HistoryPanel
          series={series}
          events={events}
          benchmark={benchmark}
          returns={benchmark && returns}
          valueName="Level"
          title={`Level of ${query.data?.name ?? thematicId}`}
          totalNow={query.data?.total ?? null}
          totalPath={thematicPathOf(thematicId, asOf)}
          whyEmpty={noLevelsYet}
        />
        <DataQuality series={{ thematic: thematicId }} />
      </Split>
      <ThematicDetails {...{ thematicId, query }} />
      <FiguresSection subject={{ thematic: thematicId }} />
    </>
  );
}

/** Apart, so that its contributions, which load once they are in sight, do not render the chart again. */
function ThematicDetails({ thematicId, query }: ThematicOverviewProps) {
  const asOf = useAsOf();
  const { ref, isInSight } = useInSight();
  const contribution = useContribution(thematicId, isInSight);
  return (
    <Split
      width="wide"
      side={
        <>
          <ThematicMoved contribution={contribution} />
          <OnceSeen height={sharedHeight}>
            {(isInSight) =>
              query.data !== undefined && <SharedTokens thematic={query.data} {...{ isInSight }} />
            }
          </OnceSeen>
          {asOf === null && (
            <OnRequest title="Unusual wallets" sub="by weights of tokens">
              <Outliers thematicId={thematicId} thematic={query.data} />
            </OnRequest>
          )}
        </>
      }
    >
      <ConstituentsPane contribution={contribution} seen={ref} query={query} />
      {query.data !== undefined && (
        <>
          <OnceSeen height={tradesHeight} className={classes.unprinted}>
            {(isInSight) => (
              <ThematicBackToTarget name={query.data.name} {...{ thematicId, isInSight }} />
            )}
          </OnceSeen>
          <DefinitionsPane thematic={query.data} />
          {asOf === null && (
            <Box px="var(--gutter)" py="xs">
              <ItemChanges kind="thematic" id={thematicId} changedAt={query.data.updatedAt} />
            </Box>
          )}
        </>
      )}
    </Split>
  );
}

function thematicPathOf(id: string, asOf: number | null): string {
  return asOf === null
    ? pathOf(getThematic, { params: { id } })
    : pathOf(getPastThematic, { params: { id }, query: queryAsOf(asOf) });
}

function useDefinitionEvents(thematicId: string): readonly SceneEvent[] {
  const format = useFormat();
  const { data } = useQuery(thematicQueries.definitions(thematicId));
  return useMemo(
    () =>
      definitionsInEffect(data ?? [])
        .slice(1)
        .map(({ since }) => ({ at: since, label: `Weights changed, ${format.dateTime(since)}` })),
    [data, format],
  );
}
