import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { TableSkeleton } from '../../design/DataTable.tsx';
import { ListTools, PageSearch } from '../../design/ListTools.tsx';
import { PageHead } from '../../design/PageHead.tsx';
import { Query } from '../../design/Panel.tsx';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { forms } from '../../url/forms.ts';
import { createParam, directoryPeriodParam, importParam, searchName } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import { DirectoryEmpty, searchHint } from './DirectoryEmpty.tsx';
import classes from './DirectoryPage.module.css';
import { directorySortParam } from './directoryParams.ts';
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  useDirectoryPage,
  useDirectoryQuery,
} from './directoryQueries.ts';
import { DirectoryStrip, StripSkeleton } from './DirectoryStrip.tsx';
import { DirectoryTable, narrowGrid } from './DirectoryTable.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';
import { ExportLink } from './ExportLink.tsx';
import { type FilterLabel, filterLabels, noFilters, useFilters } from './filters.ts';
import { SavedViews } from './SavedViews.tsx';
import { useDirectoryModel } from './useDirectoryModel.ts';

const CreateUserDialog = lazy(async () => ({
  default: (await import('../CreateUserDialog.tsx')).CreateUserDialog,
}));

const ImportUsersDialog = lazy(async () => ({
  default: (await import('../transfer/ImportUsersDialog.tsx')).ImportUsersDialog,
}));

/** Who is there, who is big, who moved? */
export function DirectoryPage() {
  const [creating, setCreating] = useSearchParam(createParam);
  const [isImporting, setImporting] = useSearchParam(importParam);
  const onCreate = useCallback((customId = '') => setCreating(customId), [setCreating]);
  const onImport = useCallback(() => setImporting(true), [setImporting]);
  return (
    <div className={classes.page}>
      <Directory onCreate={onCreate} onImport={onImport} />
      {isImporting && (
        <Suspense fallback={null}>
          <ImportUsersDialog onClose={() => setImporting(false, { history: 'replace' })} />
        </Suspense>
      )}
      {creating !== null && (
        <Suspense fallback={null}>
          <CreateUserDialog
            suggested={creating}
            onClose={() => setCreating(null, { history: 'replace' })}
          />
        </Suspense>
      )}
    </div>
  );
}

interface DirectoryProps {
  readonly onCreate: (customId?: string) => void;
  readonly onImport: () => void;
}

/**
 * The title and what can be done, sums, search, filters and rows. A key typed in the search draws the field, and its answer
 * the sums and rows: everything else is memoised, and what depends on the answer (menus, export) follows after the paint.
 */
function Directory({ onCreate, onImport }: DirectoryProps) {
  const format = useFormat();
  const { currency } = format;
  const [text, type] = useTypedParam(searchName);
  const [sort, onSort] = useSearchParam(directorySortParam);
  const [period, onPeriod] = useSearchParam(directoryPeriodParam);
  const [filters, onFilter] = useFilters();
  const query = useDirectoryQuery({ text, sort, filters, period });
  const [page, onPage] = usePage(query);
  const answered = useDirectoryPage(query, page);
  const shown = answered.data;
  const settled = useDeferredValue(shown);
  const facets = settled?.facets ?? noFacets;
  const thematics = useQuery(thematicQueries.names()).data;
  const labels = useMemo(() => {
    const nameOf = (id: string) => thematics?.find(({ _id }) => _id === id)?.name ?? id;
    return filterLabels(filters, { format, period, nameOf });
  }, [format, filters, period, thematics]);
  const isOfHeld = filters.thematics.length + filters.tokens.length > 0;
  const options = { period, sort, onSort, currency, thematics, isOfHeld, facets };
  const model = useDirectoryModel(options);
  return (
    <>
      <DirectoryTitle
        answer={settled}
        columns={model.isChosen ? model.chosen : noColumns}
        {...{ labels, currency, onCreate, onImport }}
      />
      {shown !== undefined && <DirectoryStrip {...{ answer: shown, currency, period }} />}
      {shown === undefined && answered.error === null && <StripSkeleton period={period} />}
      {!answered.isLoadingError && (
        <ListTools found={shown === undefined ? null : shown}>
          <PageSearch
            label="Search users"
            placeholder="Id, name, or country:CH"
            title={`Searches ids, names and attributes. ${searchHint}`}
            value={text}
            onChange={type}
          />
          <DirectoryTools
            {...{ model, period, onPeriod, onCreate, filters, labels, onFilter, thematics, facets }}
            found={settled?.count ?? null}
          />
        </ListTools>
      )}
      <Query
        query={answered}
        what="Users"
        loading={
          <TableSkeleton model={model} label="Users" rowCount={12} narrowGrid={narrowGrid} />
        }
      >
        {(answer) => (
          <>
            <DirectoryTable {...{ model, answer, onPage }} />
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
    </>
  );
}

const noColumns: readonly string[] = [];
const noFacets: readonly DirectoryFacet[] = [];

/** The page at the top of what is in sight: it says what is true of all. Another query begins with its first. */
function usePage(query: DirectoryQuery) {
  const [sight, setSight] = useState<Sight>({ query, page: 0 });
  const onPage = useCallback(
    (of: DirectoryQuery, page: number) =>
      setSight((last) => (pageIn(of, last) === page ? last : { query: of, page })),
    [],
  );
  return [pageIn(query, sight), onPage] as const;
}

interface Sight {
  readonly query: DirectoryQuery;
  readonly page: number;
}

const pageIn = (query: DirectoryQuery, sight: Sight): number =>
  JSON.stringify(sight.query) === JSON.stringify(query) ? sight.page : 0;

interface DirectoryTitleProps extends DirectoryProps {
  /** Who is shown, undefined before anybody is. */
  readonly answer: DirectoryAnswer | undefined;
  readonly labels: readonly FilterLabel[];
  readonly currency: string | null;
  /** Those chosen; none where the table shows itself. */
  readonly columns: readonly string[];
}

/** The head of the page and what can be done here. */
const DirectoryTitle = memo(function DirectoryTitle(props: DirectoryTitleProps) {
  const { answer, labels, currency, columns, onCreate, onImport } = props;
  return (
    <PageHead
      title="Users"
      sub={
        <span className={classes.actions}>
          <SavedViews columns={columns} />
        </span>
      }
      actions={
        <span className={classes.actions}>
          <Button
            variant="subtle"
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            onClick={onImport}
          >
            Import
          </Button>
          {answer !== undefined && answer.count > 0 && (
            <ExportLink {...{ answer, labels, currency, columns }} />
          )}
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onCreate()}
          >
            {forms.createUser.label}
          </Button>
        </span>
      }
    />
  );
});
