import { useDeferredValue, useMemo } from 'react';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { useTypedParam } from '../shared/url/typedParam.ts';
import { searchEntries, sortEntries } from './arrangeDirectory.ts';
import { DirectoryEmpty } from './DirectoryEmpty.tsx';
import type { Directory } from './directoryEntry.ts';
import { directorySortParam } from './directoryParams.ts';
import { DirectoryStrip } from './DirectoryStrip.tsx';
import { sumsOf } from './directorySums.ts';
import { DirectoryTable } from './DirectoryTable.tsx';
import { DirectoryTools } from './DirectoryTools.tsx';

interface DirectoryPanelProps {
  readonly directory: Directory;
  readonly currency: string | null;
  readonly onCreate: (customId?: string) => void;
}

/** The directory once it is there: sums, search, rows. */
export function DirectoryPanel({ directory, currency, onCreate }: DirectoryPanelProps) {
  const { entries, tellsDayChange } = directory;
  const [text, type] = useTypedParam('q');
  const [sort, setSort] = useSearchParam(directorySortParam);
  // Typing stays fluent while 100,000 rows are looked through.
  const searched = useDeferredValue(text);
  const sums = useMemo(() => sumsOf(entries), [entries]);
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort]);
  const found = useMemo(() => searchEntries(sorted, searched), [sorted, searched]);
  return (
    <>
      <DirectoryStrip sums={sums} currency={currency} tellsDayChange={tellsDayChange} />
      <DirectoryTools
        text={text}
        onType={type}
        sort={sort}
        onSort={setSort}
        onCreate={() => onCreate()}
        tellsDayChange={tellsDayChange}
        found={{ count: found.length, of: entries.length }}
      />
      {found.length === 0 ? (
        <DirectoryEmpty
          text={searched}
          users={entries.length}
          onClear={() => type('')}
          onCreate={onCreate}
        />
      ) : (
        <DirectoryTable
          entries={found}
          sort={sort}
          onSort={setSort}
          currency={currency}
          tellsDayChange={tellsDayChange}
        />
      )}
    </>
  );
}
