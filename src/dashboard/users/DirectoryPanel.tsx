import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { Query } from '../shared/ui/Query.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { useTypedParam } from '../shared/url/typedParam.ts';
import { searchEntries, sortEntries } from './arrangeDirectory.ts';
import { DirectoryEmpty } from './DirectoryEmpty.tsx';
import type { Directory, DirectoryEntry } from './directoryEntry.ts';
import { directorySortParam } from './directoryParams.ts';
import { StripSkeleton, TableSkeleton } from './DirectorySkeleton.tsx';
import { DirectoryStrip } from './DirectoryStrip.tsx';
import { sumsOf } from './directorySums.ts';
import { DirectoryTable } from './DirectoryTable.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';

interface DirectoryPanelProps {
  readonly query: UseQueryResult<Directory>;
  readonly currency: string | null;
  readonly onCreate: (customId?: string) => void;
}

const nobody: readonly DirectoryEntry[] = [];

/** Sums, search and rows. What is typed while the users are still on their way is kept. */
export function DirectoryPanel({ query, currency, onCreate }: DirectoryPanelProps) {
  const entries = query.data?.entries ?? nobody;
  const tellsDayChange = query.data?.tellsDayChange ?? true;
  const [text, type] = useTypedParam('q');
  const [sort, setSort] = useSearchParam(directorySortParam);
  // Typing stays fluent while 100,000 rows are looked through.
  const searched = useDeferredValue(text);
  const sums = useMemo(() => sumsOf(entries), [entries]);
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort]);
  const found = useMemo(() => searchEntries(sorted, searched), [sorted, searched]);
  const isThere = query.data !== undefined;
  const order = { sort, onSort: setSort, currency, tellsDayChange };
  return (
    <>
      {isThere && (
        <DirectoryStrip sums={sums} currency={currency} tellsDayChange={tellsDayChange} />
      )}
      {query.isPending && <StripSkeleton />}
      {!query.isLoadingError && (
        <DirectoryTools
          {...order}
          text={text}
          onType={type}
          onCreate={() => onCreate()}
          found={isThere ? { count: found.length, of: entries.length } : null}
        />
      )}
      <Query query={query} what="Users" loading={<TableSkeleton {...order} />}>
        {() => (
          <>
            <DirectoryTable {...order} entries={found} />
            {found.length === 0 && (
              <DirectoryEmpty
                text={searched}
                users={entries.length}
                onClear={() => type('')}
                onCreate={onCreate}
              />
            )}
          </>
        )}
      </Query>
    </>
  );
}
