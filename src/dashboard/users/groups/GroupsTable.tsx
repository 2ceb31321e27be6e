import { Box, Group, Text } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { messageOf } from '../../api/errors.ts';
import { TableSkeleton, WindowTable } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { TableSort } from '../../design/ListTools.tsx';
import { Query } from '../../design/Panel.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { useVirtualRows } from '../../design/useVirtualRows.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { useFormat } from '../../preferences/format.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import type { UserListQuery } from '../../members/userListQuery.ts';
import { groupColumns } from './groupColumns.tsx';
import classes from './groups.module.css';
import { GroupsCsv } from './GroupsCsv.tsx';
import { groupNotes } from './groupNotes.ts';
import { groupingLabel, groupSortParam } from './groupParams.ts';
import { groupsInput, groupsQuery } from './groupQueries.ts';
import { keyOfGroup, sortedRows, type GroupRow, type GroupPart } from './groupRows.ts';
import { groupSums } from './groupSums.tsx';
import { useExpandedGroups } from './useExpandedGroups.ts';
import { useGroupRows } from './useGroupRows.ts';

interface GroupsTableProps {
  readonly query: UserListQuery;
  readonly period: DirectoryPeriod;
  readonly by: readonly GroupBy[];
  /** Number of users. */
  readonly size: number;
}

const layouts = {
  plain: { narrowGrid: "'head value' 27px 'left right' 24px / minmax(0, 1fr) auto" },
  divided: {
    narrowGrid: "'mark head value' 27px 'mark left right' 24px / 32px minmax(0, 1fr) auto",
  },
} as const;

/** The users of the list in groups with their figures, each divided on request. */
export function GroupsTable({ query, period, by, size }: GroupsTableProps) {
  const format = useFormat();
  const thematics = useThematics();
  const [params] = useSearchParams();
  const [sort, onSort] = useSearchParam(groupSortParam);
  const [first = 'thematic', second] = by;
  const [expanded, toggle] = useExpandedGroups(first);
  const groups = useQuery({
    ...groupsQuery({ query, by: [first], size }),
    placeholderData: keepPreviousData,
  });
  const answer = groups.data;
  const open =
    second === undefined
      ? []
      : (answer?.groups ?? []).filter(({ value }) => expanded.has(keyOfGroup(value)));
  const reads = useQueries({
    queries: open.map(({ value }) =>
      groupsQuery({
        query,
        by: [first, ...(second === undefined ? [] : [second])],
        within: value,
        size,
      }),
    ),
  });
  const parts = new Map(
    open.map(({ value }, index): [string, GroupPart] => [keyOfGroup(value), partOf(reads[index])]),
  );
  const onExpand = useCallback(({ key }: GroupRow) => toggle(key), [toggle]);
  const { noShares = null, reason } = answer ?? {};
  const columns = useMemo(
    () =>
      groupColumns(format, {
        title: titleOf(first),
        period,
        thematics,
        notes: { noShares, ...(reason !== undefined && { reason }) },
        onExpand: second === undefined ? undefined : onExpand,
        dividedBy: second === undefined ? '' : groupingLabel(second),
      }),
    [format, first, second, period, thematics, noShares, reason, onExpand],
  );
  const rows = useGroupRows({ answer, parts, by, params, period });
  const sorted = sortedRows(rows.groups, columns, sort).flatMap((row) => [
    row,
    ...sortedRows(rows.parts.get(row.key) ?? [], columns, sort),
    ...(rows.rests.get(row.key) ?? []),
  ]);
  const model = useDataTable({ columns, windowRows: sorted, sort, onSort });
  const layout = layouts[second === undefined ? 'plain' : 'divided'];
  const virtual = useVirtualRows(sorted.length, { ...layout, drawsAllUpTo: 400 });
  const table = { ...layout, model, label: `Users by ${groupingLabel(first)}` };
  return (
    <>
      <Group px="var(--gutter)" py="xs" hiddenFrom="sm">
        <TableSort label="Sort groups by" model={model} />
      </Group>
      <Query
        query={groups}
        what="The groups"
        path={answer?.path}
        loading={<TableSkeleton {...table} rowCount={8} />}
        isEmpty={({ count }) => count === 0}
        empty={<EmptyPane title="No groups">No user matches.</EmptyPane>}
      >
        {(shown) => (
          <>
            <WindowTable
              {...table}
              virtual={virtual}
              count={sorted.length}
              rowAt={(index) => sorted[index]}
              keyOf={({ key }) => key}
              sums={groupSums(format, { answer: shown, rows: rows.groups, by: first })}
            />
            <Group px="var(--gutter)" py="sm" gap="md" wrap="nowrap" align="start">
              <Text flex={1} size="xs" c="dimmed" maw={880}>
                {groupNotes(format, shown, by)} As of {format.dateTimeZone(shown.asOf)}.
              </Text>
              <Box ml="auto" className={classes.csv}>
                <GroupsCsv
                  input={groupsInput({ query, by: [first] })}
                  by={first}
                  asOf={shown.asOf}
                />
              </Box>
            </Group>
          </>
        )}
      </Query>
    </>
  );
}

const titleOf = (by: GroupBy): string => (by === 'thematic' ? 'Thematic' : groupingLabel(by));

type PartQuery = Pick<
  ReturnType<typeof useQuery<Extract<GroupPart, { answer: unknown }>['answer']>>,
  'data' | 'error' | 'refetch'
>;

function partOf(read: PartQuery | undefined): GroupPart {
  if (read?.data !== undefined) return { answer: read.data };
  if (read?.error == null) return { state: 'Loading…' };
  return {
    state: `Could not be read: ${messageOf(read.error)}`,
    onRetry: () => void read.refetch(),
  };
}
