import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { parseTime } from '#contract/time.ts';
import { TableSkeleton } from '../design/DataTable.tsx';
import { fileName } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { TableSort } from '../design/ListTools.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { Query } from '../design/Panel.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { endsOf } from '../history/period.ts';
import { MembersBar } from '../members/MembersBar.tsx';
import { useMembership } from '../members/useMembership.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { CsvLink, hiddenInCsv } from '../portfolio/CsvLink.tsx';
import { partName } from '../portfolio/usersRead.ts';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { shockedUserColumns } from './shockColumns.tsx';
import { ShockForm } from './ShockForm.tsx';
import { replayParam, shockSortParam, useFalls } from './shockParams.ts';
import { type ShockAnswer, shockQueryOf, useShock } from './shockQueries.ts';
import { ShockStrip } from './ShockStrip.tsx';
import { shockGrid, ShockTable } from './ShockTable.tsx';
import { ShockTokens } from './ShockTokens.tsx';

export function ShockPage() {
  const format = useFormat();
  const members = useMembership();
  const { falls, unread, setFalls } = useFalls();
  const [replay, onReplay] = useSearchParam(replayParam);
  const [sort, onSort] = useSearchParam(shockSortParam);
  const [layout, onLayout] = useTableLayout('shock');
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const ends =
    replay === null || asOf === undefined ? null : endsOf(replay, parseTime(asOf), format.timeZone);
  const change = replay === null ? (falls.length === 0 ? null : falls) : ends;
  const query = shockQueryOf(members.query, change, sort);
  const answered = useShock(query);
  const shown = query === null ? undefined : answered.data;
  const columns = useMemo(() => shockedUserColumns(format), [format]);
  const model = useDataTable({
    columns,
    windowRows: shown?.rows ?? noRows,
    sort,
    onSort,
    layout,
    onLayout,
  });
  return (
    <>
      <PageHead
        title={pageLinks.shock.label}
        crumbs={[{ to: members.list, label: pageLinks.users.label }]}
        actions={shown !== undefined && shown.count > 0 && <ShockCsv answer={shown} />}
      />
      <MembersBar members={members} />
      <ShockForm {...{ falls, replay, onReplay }} onFalls={setFalls} />
      {replay === null &&
        unread.map((text) => (
          <NoteLine key={text} tone="warn">
            “<bdi>{text}</bdi>” in the address is no fall. Write ID:0.3 for a fall by 30 %.
          </NoteLine>
        ))}
      {query === null ? (
        replay === null && (
          <EmptyPane title="No shock yet">
            Add a token or thematic and how far its price falls, or replay a period. A thematic
            stands for its tokens of today; of a token that is named twice, the larger fall counts.
          </EmptyPane>
        )
      ) : (
        <Query
          query={answered}
          what="The shock"
          path={shown?.path}
          loading={
            <TableSkeleton
              model={model}
              narrowGrid={shockGrid}
              label="Users by loss"
              rowCount={12}
            />
          }
          isEmpty={({ count }) => count === 0}
          empty={
            <EmptyPane
              title="No user matches"
              actions={
                <Button component={PageLink} to={members.list}>
                  Show the list
                </Button>
              }
            >
              Remove a filter, or change them in the list.
            </EmptyPane>
          }
        >
          {(answer) => (
            <>
              <ShockStrip answer={answer} />
              <ShockTokens shock={answer} />
              <Group px="var(--gutter)" py="xs" hiddenFrom="sm">
                <TableSort label="Sort by" model={model} />
              </Group>
              <ShockTable {...{ model, answer }} />
            </>
          )}
        </Query>
      )}
    </>
  );
}

const noRows: ShockAnswer['rows'] = [];

function ShockCsv({ answer }: { readonly answer: ShockAnswer }) {
  const format = useFormat();
  const privacy = usePrivacy();
  const { query, count, asOf, incomplete } = answer;
  const path = pathOf(getBookShock, {
    query: {
      ...query,
      format: 'csv',
      figures: hiddenInCsv[privacy],
      unit: format.currency ?? undefined,
    },
  });
  return (
    <Box visibleFrom="sm">
      <CsvLink
        to={path}
        file={fileName(`shock as of ${asOf.slice(0, 10)}${partName(incomplete)}.csv`)}
        what={`the losses of ${format.count(count, 'user')}`}
        privacy={privacy}
      />
    </Box>
  );
}
