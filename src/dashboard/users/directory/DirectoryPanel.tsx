import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { thematicsQuery } from '../../shared/api/thematics.ts';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { ErrorPane } from '../../shared/ui/ErrorPane.tsx';
import { formatCount } from '../../shared/format/number.ts';
import { Query } from '../../shared/ui/Query.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { useTypedParam } from '../../shared/url/typedParam.ts';
import { DirectoryEmpty } from './DirectoryEmpty.tsx';
import type { Directory, InSight } from './directoryPort.ts';
import { directorySortParam } from './directoryParams.ts';
import { arrangementQuery } from './directoryQueries.ts';
import { StripSkeleton, TableSkeleton } from './DirectorySkeleton.tsx';
import { DirectoryStrip } from './DirectoryStrip.tsx';
import { DirectoryTable } from './DirectoryTable.tsx';
import { DirectoryTitle } from './DirectoryTitle.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';
import { noFilters, useFilters } from './filters.ts';
import { filterWords } from './filterWords.ts';
import { useQuestion } from './question.ts';

interface DirectoryPanelProps {
  readonly query: UseQueryResult<Directory>;
  readonly currency: string | null;
  readonly onCreate: (customId?: string) => void;
  readonly onImport: () => void;
}

const top: InSight = { first: 0, last: 0 };

/** The title and what can be done, sums, search, filters and rows. What is typed while the users are still on their way is kept. */
export function DirectoryPanel({ query, currency, onCreate, onImport }: DirectoryPanelProps) {
  const directory = query.data;
  const tellsDay = directory?.tellsDay ?? true;
  const [text, type] = useTypedParam('q');
  const [sort, setSort] = useSearchParam(directorySortParam);
  const [filters, setFilters] = useFilters();
  const question = useQuestion(text, sort, filters, tellsDay);
  // Not state: that other rows come in sight asks for no other arrangement.
  const [sight] = useState(() => ({ rows: top }));
  const [onSight] = useState(() => (rows: InSight) => {
    sight.rows = rows;
  });
  const arranged = useQuery(arrangementQuery(directory, question, () => sight.rows));
  const shown = arranged.data;
  const thematics = useQuery(thematicsQuery).data;
  const nameOf = (id: string) => thematics?.find(({ _id }) => _id === id)?.name ?? id;
  const words = filterWords(filters, nameOf);
  const order = { sort: question.sort, onSort: setSort, currency, tellsDay };
  return (
    <>
      <DirectoryTitle
        shown={shown}
        currency={currency}
        onCreate={() => onCreate()}
        onImport={onImport}
      />
      {shown !== undefined && (
        <DirectoryStrip sums={shown.sums} of={shown.of} currency={currency} tellsDay={tellsDay} />
      )}
      {shown === undefined && !query.isLoadingError && <StripSkeleton />}
      {!query.isLoadingError && (
        <DirectoryTools
          {...order}
          text={text}
          onType={type}
          onCreate={() => onCreate()}
          filters={filters}
          words={words}
          onFilter={setFilters}
          thematics={thematics}
          progress={progressOf(query)}
          found={shown === undefined ? null : { count: shown.places.length, of: shown.of }}
        />
      )}
      <Query query={query} what="Users" loading={<TableSkeleton {...order} />}>
        {({ unreadable }) => (
          <>
            {unreadable !== null && (
              <NoteLine tone="warn">
                {formatCount(unreadable.count)} {unreadable.count === 1 ? 'user' : 'users'} could
                not be read. {unreadable.why}
              </NoteLine>
            )}
            {shown === undefined && arranged.error !== null && (
              <ErrorPane what="Users" error={arranged.error} onRetry={() => void query.refetch()} />
            )}
            {shown === undefined && arranged.error === null && <TableSkeleton {...order} />}
            {shown !== undefined && (
              <DirectoryTable {...order} shown={shown} thematics={thematics} onSight={onSight} />
            )}
            {shown !== undefined && shown.places.length === 0 && (
              <DirectoryEmpty
                text={shown.question.criteria.text}
                words={words}
                without={shown.without}
                users={shown.of}
                onClearText={() => type('')}
                onFilter={setFilters}
                onClearFilters={() => setFilters(noFilters)}
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

/** How far the first reading has come, and whether it goes on; null when the users are whole. */
function progressOf({ data, isFetching }: UseQueryResult<Directory>) {
  return data === undefined || data.isWhole ? null : { count: data.count, goesOn: isFetching };
}
