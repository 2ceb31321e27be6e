import { Button, Group } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { TableSkeleton } from '../../design/DataTable.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { ListTools, PageSearch } from '../../design/ListTools.tsx';
import { PageHead } from '../../design/PageHead.tsx';
import { Query } from '../../design/Panel.tsx';
import { useThematics } from '../../portfolio/useThematics.ts';
import { useFormat } from '../../preferences/format.ts';
import { forms, importForm } from '../../url/forms.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { createParam, importParam, searchName } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import { DirectoryEmpty, searchHint } from './DirectoryEmpty.tsx';
import classes from './DirectoryPage.module.css';
import { directorySortParam } from './directoryParams.ts';
import {
  type DirectoryAnswer,
  periodOf,
  useDirectoryPage,
  useDirectoryQuery,
} from './directoryQueries.ts';
import { DirectoryStrip, StripSkeleton } from './DirectoryStrip.tsx';
import { DirectoryTable, narrowLayout } from './DirectoryTable.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';
import { firstDirectoryQueries } from './firstDirectoryQueries.ts';
import { ExportLink } from './ExportLink.tsx';
import type { FilterLabel } from '../../members/filterKind.ts';
import { filterLabels, noFilters, useFilters } from '../../members/filters.ts';
import { useSelectionCount } from '../../members/useSelectionCount.ts';
import { useListPeriod } from './listPeriod.ts';
import { useChosenColumns } from './chosenColumns.ts';
import { isToDateColumn, usePeriodStarts } from './toDate.ts';
import { OpenAsBook } from './OpenAsBook.tsx';
import { ShockUsers } from './ShockUsers.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SelectButton, UserSelection } from './selection/UserSelection.tsx';
import { UnsupportedLine } from './UnsupportedLine.tsx';
import { useDirectoryModel } from './useDirectoryModel.ts';
import { useGroupBy } from '../groups/groupParams.ts';
import { ofUsers } from '../../portfolio/usersRead.ts';
import { NotAllowed } from '../../portfolio/NotAllowed.tsx';
import { useMay } from '../../portfolio/session.ts';
import type { UserListQuery } from '../../members/userListQuery.ts';

const CreateUserDialog = lazyComponent(
  async () => (await import('../CreateUserDialog.tsx')).CreateUserDialog,
);

const GroupsTable = lazyComponent(
  async () => (await import('../groups/GroupsTable.tsx')).GroupsTable,
);

const ImportUsersDialog = lazyComponent(
  async () => (await import('../transfer/ImportUsersDialog.tsx')).ImportUsersDialog,
);

export const firstQueries = firstDirectoryQueries;

export function DirectoryPage() {
  const [creating, setCreating] = useSearchParam(createParam);
  const [isImporting, setImporting] = useSearchParam(importParam);
  const onCreate = useCallback((customId = '') => setCreating(customId), [setCreating]);
  const onImport = useCallback(() => setImporting(true), [setImporting]);
  const stopCreating = () => setCreating(null, { history: 'replace' });
  const stopImporting = () => setImporting(false, { history: 'replace' });
  const mayCreate = useMay(forms.createUser);
  const mayImport = useMay(importForm);
  return (
    <div className={classes.page}>
      {creating !== null && !mayCreate && (
        <NotAllowed
          what={forms.createUser.label}
          operation={forms.createUser}
          onClose={stopCreating}
        />
      )}
      {isImporting && !mayImport && (
        <NotAllowed what={importForm.label} operation={importForm} onClose={stopImporting} />
      )}
      <Directory
        onCreate={mayCreate ? onCreate : undefined}
        onImport={mayImport ? onImport : undefined}
      />
      {isImporting && mayImport && <ImportUsersDialog onClose={stopImporting} />}
      {creating !== null && mayCreate && (
        <CreateUserDialog suggested={creating} onClose={stopCreating} />
      )}
    </div>
  );
}

/** Actions are undefined if not allowed. */
interface DirectoryProps {
  readonly onCreate: ((customId?: string) => void) | undefined;
  readonly onImport: (() => void) | undefined;
}

/**
 * A key in the search renders only the field, and an answer renders the sums and rows. The rest is memoized. Menus and
 * export, which depend on the answer, follow after the paint.
 */
function Directory({ onCreate, onImport }: DirectoryProps) {
  const format = useFormat();
  const [text, type] = useTypedParam(searchName);
  const [sort, onSort] = useSearchParam(directorySortParam);
  const { period, chosen, choose: onPeriod } = useListPeriod();
  const [filters, onFilter] = useFilters();
  const starts = usePeriodStarts();
  const chosenColumns = useChosenColumns();
  const query = useDirectoryQuery({ text, sort, filters, period, columns: chosenColumns, starts });
  const [page, onPage] = usePage(query);
  const isKnown = starts !== null || ![...(chosenColumns ?? []), sort.by].some(isToDateColumn);
  const answered = useDirectoryPage(query, page, isKnown);
  const shown = answered.data;
  const settled = useDeferredValue(shown);
  const facets = settled?.facets ?? noFacets;
  const unsupported = settled?.unsupported ?? noColumns;
  const [groupBy] = useGroupBy();
  const isGrouped = groupBy.length > 0;
  const { nameOf } = useThematics();
  const selectionCount = useSelectionCount(filters.selection);
  const labels = useMemo(
    () => filterLabels(filters, { format, period, nameOf, selectionCount }),
    [format, filters, period, nameOf, selectionCount],
  );
  const isHoldingsFiltered = filters.thematics.length + filters.tokens.length > 0;
  // While another period loads, the rows and sums are those of the last one.
  const shownPeriod = shown === undefined ? period : periodOf(shown.query);
  const model = useDirectoryModel({
    period: shownPeriod,
    dailyAsOf: settled?.dailyAsOf ?? null,
    starts,
    sort,
    onSort,
    isHoldingsFiltered,
    facets,
    unsupported,
    rows: settled?.rows,
  });
  return (
    <>
      <DirectoryTitle
        answer={settled}
        columns={model.isChosen ? model.chosen : noColumns}
        {...{ labels, onCreate, onImport }}
      />
      {shown !== undefined && <DirectoryStrip answer={shown} period={shownPeriod} />}
      {shown === undefined && answered.error === null && <StripSkeleton period={period} />}
      {/* A selection that has expired is removed with its chip. */}
      {(!answered.isLoadingError || filters.selection !== null) && (
        <ListTools found={shown === undefined ? null : { ...shown, text: ofUsers(format, shown) }}>
          <PageSearch
            label="Search users"
            placeholder="Id, name, or country:CH"
            title={`Searches ids, names and attributes. ${searchHint}`}
            value={text}
            onChange={type}
          />
          <DirectoryTools
            {...{
              model,
              period,
              chosen,
              onPeriod,
              onCreate,
              filters,
              labels,
              onFilter,
              facets,
              unsupported,
              isGrouped,
            }}
            matchCount={settled?.count ?? null}
          />
          {!isGrouped && <SelectButton />}
        </ListTools>
      )}
      <UnsupportedLine {...{ unsupported, sort, labels }} />
      <Query
        query={answered}
        what="Users"
        path={shown?.path}
        loading={
          <TableSkeleton {...narrowLayout(model)} model={model} label="Users" rowCount={12} />
        }
      >
        {(answer) => (
          <>
            {!isGrouped && <DirectoryTable {...{ model, answer, onPage }} />}
            {isGrouped && answer.count > 0 && (
              <GroupsTable
                query={answer.query}
                by={groupBy}
                period={shownPeriod}
                size={answer.count}
              />
            )}
            {answer.count === 0 && (
              <DirectoryEmpty
                onClearText={() => type('')}
                onClearFilters={() => onFilter(noFilters)}
                {...{ answer, labels, onFilter, onCreate, onImport }}
              />
            )}
          </>
        )}
      </Query>
      <UserSelection answer={settled} columns={model.isChosen ? model.chosen : noColumns} />
    </>
  );
}

const noColumns: readonly string[] = [];
const noFacets: readonly DirectoryFacet[] = [];

/** The page at the top of the view, which also supplies the figures of all matches. A new query starts at its first page. */
function usePage(query: UserListQuery) {
  const [visible, setVisible] = useState<VisiblePage>({ query, page: 0 });
  const onPage = useCallback(
    (of: UserListQuery, page: number) =>
      setVisible((last) => (pageIn(of, last) === page ? last : { query: of, page })),
    [],
  );
  return [pageIn(query, visible), onPage] as const;
}

interface VisiblePage {
  readonly query: UserListQuery;
  readonly page: number;
}

const pageIn = (query: UserListQuery, visible: VisiblePage): number =>
  JSON.stringify(visible.query) === JSON.stringify(query) ? visible.page : 0;

interface DirectoryTitleProps extends DirectoryProps {
  readonly answer: DirectoryAnswer | undefined;
  readonly labels: readonly FilterLabel[];
  /** Empty for the standard columns. */
  readonly columns: readonly string[];
}

const DirectoryTitle = memo(function DirectoryTitle(props: DirectoryTitleProps) {
  const { answer, labels, columns, onCreate, onImport } = props;
  return (
    <PageHead
      title={pageLinks.users.label}
      sub={
        <Group component="span" visibleFrom="sm">
          <SavedViews columns={columns} />
        </Group>
      }
      actions={
        <Group component="span" gap="xs" wrap="nowrap" visibleFrom="sm">
          {onImport && (
            <Button
              variant="subtle"
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              onClick={onImport}
            >
              {importForm.label}
            </Button>
          )}
          {answer !== undefined && answer.count > 0 && (
            <>
              <OpenAsBook />
              <ShockUsers />
              <ExportLink {...{ answer, labels, columns }} />
            </>
          )}
          {onCreate && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => onCreate()}
            >
              {forms.createUser.label}
            </Button>
          )}
        </Group>
      }
    />
  );
});
