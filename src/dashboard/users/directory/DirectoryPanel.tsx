import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { DirectoryFacet } from '#contract/directory.ts';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { TableSkeleton } from '../../design/DataTable.tsx';
import { Query } from '../../design/Panel.tsx';
import { useSearchParam } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import { DirectoryEmpty } from './DirectoryEmpty.tsx';
import { directorySortParam } from './directoryParams.ts';
import { directoryPeriodParam, searchName } from '../../url/params.ts';
import { type DirectoryQuery, useDirectoryPage } from './directoryQueries.ts';
import { useDirectoryQuery } from './directoryQuery.ts';
import { useDirectoryModel } from './useDirectoryModel.ts';
import { DirectoryStrip, StripSkeleton } from './DirectoryStrip.tsx';
import { DirectoryTable, narrowGrid } from './DirectoryTable.tsx';
import { DirectoryTitle } from './DirectoryTitle.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';
import { noFilters, useFilters } from './filters.ts';
import { filterWords } from './filterWords.ts';
import { useFormat } from '../../preferences/format.ts';

interface DirectoryPanelProps {
  readonly onCreate: (customId?: string) => void;
  readonly onImport: () => void;
}

/** The title and what can be done, sums, search, filters and rows. What is typed while the users are still on their way is kept. */
export function DirectoryPanel({ onCreate, onImport }: DirectoryPanelProps) {
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
  const thematics = useQuery(thematicQueries.names()).data;
  const nameOf = (id: string) => thematics?.find(({ _id }) => _id === id)?.name ?? id;
  const words = filterWords(format, filters, period, nameOf);
  const model = useDirectoryModel({
    period,
    sort,
    onSort,
    currency,
    thematics,
    isOfHeld: filters.thematics.length + filters.tokens.length > 0,
    text: shown?.query.q ?? '',
    facets: shown?.facets ?? noFacets,
  });
  return (
    <>
      <DirectoryTitle
        query={query}
        count={shown?.count ?? 0}
        currency={currency}
        columns={model.isChosen ? model.chosen : noColumns}
        {...{ onCreate, onImport }}
      />
      {shown !== undefined && (
        <DirectoryStrip
          sums={shown.sums}
          count={shown.count}
          of={shown.of}
          currency={currency}
          period={period}
        />
      )}
      {shown === undefined && answered.error === null && <StripSkeleton period={period} />}
      {!answered.isLoadingError && (
        <DirectoryTools
          {...{ model, text, period }}
          onType={type}
          onPeriod={onPeriod}
          onCreate={() => onCreate()}
          filters={filters}
          words={words}
          onFilter={onFilter}
          thematics={thematics}
          facets={shown?.facets ?? []}
          found={shown === undefined ? null : { count: shown.count, of: shown.of }}
        />
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
            <DirectoryTable
              model={model}
              answer={answer}
              isOld={answered.isPlaceholderData}
              onPage={onPage}
            />
            {answer.count === 0 && (
              <DirectoryEmpty
                text={answer.query.q ?? ''}
                words={words}
                without={answer.without}
                users={answer.of}
                onClearText={() => type('')}
                onFilter={onFilter}
                onClearFilters={() => onFilter(noFilters)}
                onCreate={onCreate}
                onImport={onImport}
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
  const [sight, setSight] = useState({ query, page: 0 });
  const onPage = useCallback(
    (of: DirectoryQuery, page: number) => setSight({ query: of, page }),
    [],
  );
  const isSame = JSON.stringify(sight.query) === JSON.stringify(query);
  return [isSame ? sight.page : 0, onPage] as const;
}
