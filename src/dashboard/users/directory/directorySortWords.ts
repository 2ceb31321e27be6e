import type { SortWords } from '../../shared/ui/SortChoice.tsx';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { SortColumn } from './directoryParams.ts';

/** The orders of the directory in words. */
export function directorySortWords(period: DirectoryPeriod): readonly SortWords<SortColumn>[] {
  return [
    { by: 'total', order: 'descending', words: 'Total, largest first' },
    { by: 'total', order: 'ascending', words: 'Total, smallest first' },
    { by: 'user', order: 'ascending', words: 'Id, A to Z' },
    { by: 'user', order: 'descending', words: 'Id, Z to A' },
    { by: 'wallets', order: 'descending', words: 'Most wallets first' },
    { by: 'wallets', order: 'ascending', words: 'Fewest wallets first' },
    { by: 'created', order: 'descending', words: 'Newest first' },
    { by: 'created', order: 'ascending', words: 'Oldest first' },
    { by: 'percent', order: 'descending', words: `Past ${period}, best first` },
    { by: 'percent', order: 'ascending', words: `Past ${period}, worst first` },
    { by: 'change', order: 'descending', words: `Past ${period}, largest rise first` },
    { by: 'change', order: 'ascending', words: `Past ${period}, largest fall first` },
    { by: 'thematics', order: 'descending', words: 'Most thematics first' },
    { by: 'thematics', order: 'ascending', words: 'Fewest thematics first' },
  ];
}
