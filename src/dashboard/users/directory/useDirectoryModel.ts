import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { DirectoryFacet, DirectoryPeriod, DirectoryRow } from '#contract/directory.ts';
import { useWhyUnknown } from '../../api/service.ts';
import { withNarrowSort } from '../../design/columns.ts';
import { type TableModel, useDataTable } from '../../design/useDataTable.ts';
import { narrowScreen } from '../../design/useVirtualRows.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { type TableLayout, useTableLayout } from '../../preferences/tableLayouts.ts';
import { useListParam } from '../../url/searchParam.ts';
import type { Sort } from '../../url/sortParam.ts';
import { directoryColumns } from './directoryColumns.tsx';
import { attributeOf } from '../../members/attributeNames.ts';
import { sortedFigure, usersLayout } from './directoryParams.ts';
import { columnsName } from '../../url/params.ts';
import { useFormat } from '../../preferences/format.ts';
import { useSelectedUsers } from '../../preferences/selectedUsers.ts';
import { selectColumns } from './selection/selectColumn.tsx';
import { useChosenColumns } from './chosenColumns.ts';
import type { PeriodStarts } from './toDate.ts';

interface DirectoryModelOptions {
  readonly period: DirectoryPeriod;
  /** null: not computed yet. */
  readonly dailyAsOf: string | null;
  readonly starts: PeriodStarts | null;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly isHoldingsFiltered: boolean;
  readonly facets: readonly DirectoryFacet[];
  readonly unsupported: readonly string[];
  readonly rows: readonly DirectoryRow[] | undefined;
}

/**
 * The columns are those of the address, otherwise those of the preferences. If the address has its own, such as a saved
 * view's, a new selection changes only the address.
 */
export function useDirectoryModel(options: DirectoryModelOptions): TableModel<DirectoryRow> {
  const format = useFormat();
  const thematics = useThematics();
  const isSelecting = useSelectedUsers(({ ids, isSelecting: isOn }) => isOn || ids.size > 0);
  const isFlowKnown = useWhyUnknown('amounts') === null;
  const {
    period,
    dailyAsOf,
    starts,
    sort,
    onSort,
    isHoldingsFiltered,
    facets,
    unsupported,
    rows = noRows,
  } = options;
  const [inAddress, setInAddress] = useListParam(columnsName);
  const [preferred, setPreferred] = useTableLayout(usersLayout);
  const isView = inAddress.length > 0 && !isSameList(inAddress, preferred.columns ?? []);
  const columnIds = useChosenColumns();
  // Attributes of all users shown so far: a search without matches removes no column.
  const [attributes, setAttributes] = useState<readonly string[]>([]);
  const known = [
    ...facets.map(({ name }) => name),
    ...(columnIds ?? []).flatMap((id) => attributeOf(id) ?? []),
  ];
  if (known.some((name) => !attributes.includes(name)))
    setAttributes([...new Set([...attributes, ...known])]);
  // Each answer brings a new array. Equal text keeps the columns.
  const unsupportedText = unsupported.join(' ');
  const all = useMemo(
    () =>
      directoryColumns(format, {
        period,
        dailyAsOf,
        starts,
        thematics,
        isHoldingsFiltered,
        isFlowKnown,
        attributes,
        unsupported: unsupportedText.split(' '),
      }),
    [
      period,
      dailyAsOf,
      starts,
      thematics,
      isHoldingsFiltered,
      isFlowKnown,
      attributes,
      unsupportedText,
      format,
    ],
  );
  const isNarrow = useMediaQuery(narrowScreen);
  const columns = useMemo(() => {
    const isSortShown = all.some(
      ({ id, isOptional }) => id === sort.by && (columnIds?.includes(id) ?? isOptional !== true),
    );
    return isSortShown || isNarrow ? withNarrowSort(all, 'right', sort) : all;
  }, [all, columnIds, sort, isNarrow]);
  const layout = useMemo(
    (): TableLayout => ({ ...preferred, columns: columnIds }),
    [preferred, columnIds],
  );
  return useDataTable({
    columns,
    lead: isSelecting ? selectColumns.narrow : selectColumns.wide,
    windowRows: rows,
    // If the service does not report the sorted figure, the rows are in the order of their ids.
    sort: unsupported.includes(sortedFigure(sort.by)) ? byId : sort,
    onSort,
    layout,
    alsoShown: isNarrow ? sort.by : null,
    onLayout: ({ columns: chosen, ...changed }) => {
      if (chosen !== undefined) setInAddress(chosen ?? []);
      const isPreference = chosen !== undefined && !isView;
      setPreferred({ ...changed, ...(isPreference && { columns: chosen }) });
    },
  });
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);

const byId: Sort = { by: 'user', order: 'ascending' };
const noRows: readonly DirectoryRow[] = [];
