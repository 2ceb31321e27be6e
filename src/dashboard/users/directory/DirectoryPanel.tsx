import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useCurrency } from '../../shared/api/capabilities.ts';
import { thematicsQuery } from '../../shared/api/thematics.ts';
import { EmptyPane } from '../../shared/ui/EmptyPane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { useTypedParam } from '../../shared/url/typedParam.ts';
import { DirectoryEmpty } from './DirectoryEmpty.tsx';
import { directoryPeriodParam, directorySortParam } from './directoryParams.ts';
import { type DirectoryQuery, isNotOffered, useDirectoryPage } from './directoryQueries.ts';
import { useDirectoryQuery } from './directoryQuery.ts';
import { StripSkeleton, TableSkeleton } from './DirectorySkeleton.tsx';
import { DirectoryStrip } from './DirectoryStrip.tsx';
import { DirectoryTable } from './DirectoryTable.tsx';
import { DirectoryTitle } from './DirectoryTitle.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';
import { noFilters, useFilters } from './filters.ts';
import { filterWords } from './filterWords.ts';

interface DirectoryPanelProps {
  readonly onCreate: (customId?: string) => void;
  readonly onImport: () => void;
}

/** The title and what can be done, sums, search, filters and rows. What is typed while the users are still on their way is kept. */
export function DirectoryPanel({ onCreate, onImport }: DirectoryPanelProps) {
  const currency = useCurrency();
  const [text, type] = useTypedParam('q');
  const [sort, onSort] = useSearchParam(directorySortParam);
  const [period, onPeriod] = useSearchParam(directoryPeriodParam);
  const [filters, onFilter] = useFilters();
  const query = useDirectoryQuery({ text, sort, filters, period });
  const [page, onPage] = usePage(query);
  const answered = useDirectoryPage(query, page);
  const shown = answered.data;
  const thematics = useQuery(thematicsQuery).data;
  const nameOf = (id: string) => thematics?.find(({ _id }) => _id === id)?.name ?? id;
  const words = filterWords(filters, period, nameOf);
  const head = { sort, onSort, currency, period };
  if (isNotOffered(answered.error)) {
    return (
      <>
        <DirectoryTitle query={query} count={0} currency={currency} {...{ onCreate, onImport }} />
        <EmptyPane title="This service has no directory of its users">
          Who is there cannot be searched. A user opens by the id: press Ctrl K and type it.
        </EmptyPane>
      </>
    );
  }
  return (
    <>
      <DirectoryTitle
        query={query}
        count={shown?.count ?? 0}
        currency={currency}
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
          {...head}
          text={text}
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
      <Query query={answered} what="Users" loading={<TableSkeleton {...head} />}>
        {(answer) => (
          <>
            <DirectoryTable
              {...head}
              answer={answer}
              isOld={answered.isPlaceholderData}
              thematics={thematics}
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
