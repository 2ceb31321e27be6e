import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExposureRow } from '#contract/exposure.ts';
import { pathOf } from '#contract/operation.ts';
import { DataTable, TableSkeleton } from '../design/DataTable.tsx';
import { fileName } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { ListTools, PageSearch, TableSort } from '../design/ListTools.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { Panel, Query } from '../design/Panel.tsx';
import { Segments } from '../design/Segments.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { AsOfTool } from '../history/AsOfTool.tsx';
import { FilterChip } from '../members/FilterChip.tsx';
import { useMembership } from '../members/useMembership.ts';
import { shockOfMembers } from '../members/shockAddress.ts';
import { CsvLink, hiddenInCsv } from '../portfolio/CsvLink.tsx';
import { ExposureBars, largestOf } from '../portfolio/ExposureBars.tsx';
import { ofUsers, partName } from '../portfolio/usersRead.ts';
import { type Thematics, useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useTableLayout } from '../preferences/tableLayouts.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { byParam, filterNames, searchName } from '../url/params.ts';
import { putParam, useSearchParam } from '../url/searchParam.ts';
import { sortName } from '../url/sortParam.ts';
import { useTypedParam } from '../url/typedParam.ts';
import { exposureColumns, kindNames } from './exposureColumns.tsx';
import { exposureSum } from './exposureSum.tsx';
import {
  exposureCall,
  exposureOptions,
  exposureQueryOf,
  exposureSortParam,
} from './exposureQueries.ts';

const filterOf = { thematic: filterNames.thematics, token: filterNames.tokens } as const;
const allTexts = {
  unknown: 'Some users’ totals are not known, so shares cannot be calculated.',
  negative: 'Some holdings have a negative value, so shares cannot be calculated.',
} as const;
/** A connected service may list only ids. The names are in the thematics' details. */
const withName = (row: ExposureRow, { nameOf }: Thematics): ExposureRow =>
  row.name === null ? { ...row, name: nameOf(row.id) } : row;

const noRows: readonly ExposureRow[] = [];

export function ExposurePage() {
  const format = useFormat();
  const privacy = usePrivacy();
  const thematics = useThematics();
  const [wanted, onBy] = useSearchParam(byParam);
  const [sort, onSort] = useSearchParam(exposureSortParam);
  const [text, type] = useTypedParam(searchName);
  const members = useMembership();
  const asOf = useAsOf();
  const query = useQuery(exposureOptions(exposureQueryOf(wanted, members.query, sort, asOf)));
  const shown = query.data;
  // Until the next answer arrives, the page describes the answer on screen.
  const { by = wanted, noShares = null, rows: held = noRows, count = 0 } = shown ?? {};
  const rows = useMemo(
    () => (by === 'thematic' ? held.map((row) => withName(row, thematics)) : held),
    [by, held, thematics],
  );
  const shares = useMemo(() => largestOf(rows), [rows]);
  const isAll = shown?.incomplete === undefined;
  const of = String(shown?.query.q ?? '');
  const { conditions, list } = members;
  const filters = conditions.filter(({ name }) => name !== searchName);
  const columns = useMemo(() => {
    const linkTo = ({ id }: ExposureRow) => {
      const params = new URLSearchParams(list.split('?', 2)[1]);
      putParam(params, searchName, of === '' ? null : of);
      params.set(filterOf[by], id);
      params.set(sortName, '-held');
      return `${pageLinks.users.to}?${params.toString()}`;
    };
    return exposureColumns(format, { by, noShares, isAll, thematics, linkTo });
  }, [format, by, noShares, isAll, thematics, of, list]);
  const [layout, onLayout] = useTableLayout('exposure');
  const model = useDataTable({ columns, rows, sort, onSort, layout, onLayout });
  const found =
    shown === undefined ? null : { count: shown.users, of: shown.of, incomplete: shown.incomplete };
  const noun = kindNames[by].toLowerCase();
  const table = {
    label: `${pageLinks.exposure.label} by ${noun}`,
    model,
    narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
  };
  const path = pathOf(exposureCall(shown?.query ?? {}), {
    query: {
      ...shown?.query,
      format: 'csv',
      figures: hiddenInCsv[privacy],
      unit: format.currency ?? undefined,
    },
  });
  return (
    <>
      <PageHead
        title={pageLinks.exposure.label}
        actions={
          shown !== undefined &&
          count > 0 && (
            <Group component="span" gap="xs" wrap="nowrap" visibleFrom="sm">
              {asOf === null && (
                <Button
                  component={PageLink}
                  variant="subtle"
                  to={shockOfMembers(list)}
                  title="Show what falling prices do to these users"
                >
                  Shock
                </Button>
              )}
              <CsvLink
                to={path}
                file={fileName(
                  `exposure by ${noun} ${of} as of ${shown.asOf.slice(0, 10)}${partName(shown.incomplete)}.csv`,
                )}
                what={`the ${format.count(count, noun)} shown`}
                privacy={privacy}
              />
            </Group>
          )
        }
      />
      <AsOfBar />
      <ListTools found={found === null ? null : { ...found, text: ofUsers(format, found) }}>
        <PageSearch
          label="Search users"
          placeholder="User id, name, or country:CH"
          title="Shows the holdings of users whose id, name or attributes match"
          value={text}
          onChange={type}
        />
        {filters.map(({ name, label, value, remove }) => (
          <FilterChip key={name} {...{ label, value }} onRemove={remove} />
        ))}
        <Box h={32}>
          <Segments label="Group by" choices={kindNames} chosen={wanted} onChoose={onBy} />
        </Box>
        <TableSort label="Sort by" model={model} />
        <AsOfTool />
      </ListTools>
      <Query
        query={query}
        what="The exposure"
        path={shown?.path}
        loading={<TableSkeleton {...table} rowCount={12} />}
        isEmpty={() => count === 0}
        empty={
          <NoHoldings
            users={shown?.users ?? 0}
            of={of}
            onClear={() => type('')}
            isPast={asOf !== null}
          />
        }
      >
        {(page) => (
          <>
            {noShares !== null && noShares !== 'nothing' && (
              <NoteLine tone="warn">{allTexts[noShares]}</NoteLine>
            )}
            {privacy !== 'hidden' && shares.length > 1 && (
              <Panel
                title="Share of all"
                sub={rows.length > shares.length ? `top ${shares.length}` : undefined}
              >
                <ExposureBars {...{ by, rows }} />
              </Panel>
            )}
            <DataTable
              {...table}
              keyOf={({ id }) => id}
              sums={[exposureSum(format, { rows, page })]}
            />
            <Group mih={44} px="var(--gutter)" fz="xs" c="dimmed">
              {rows.length < count
                ? `First ${format.number(rows.length)} of ${format.count(count, noun)}; the CSV has all`
                : format.count(count, noun)}{' '}
              · as of {format.dateTime(page.asOf)}
            </Group>
          </>
        )}
      </Query>
    </>
  );
}

interface NoHoldingsProps {
  readonly users: number;
  /** The search text. */
  readonly of: string;
  readonly onClear: () => void;
  readonly isPast: boolean;
}

function NoHoldings({ users, of, onClear, isPast }: NoHoldingsProps) {
  if (of === '') {
    return (
      <EmptyPane title={isPast ? 'No holdings then' : 'No holdings yet'}>
        This page sums the holdings of all users by thematic or token.
      </EmptyPane>
    );
  }
  return (
    <EmptyPane
      title={
        <span>
          {users === 0 ? 'No user matches' : 'No holdings of users who match'} “<bdi>{of}</bdi>”
        </span>
      }
      actions={<Button onClick={onClear}>Clear search</Button>}
    >
      Searched ids, names and attributes of users.
    </EmptyPane>
  );
}
