import type { SortWords } from '../shared/ui/SortChoice.tsx';
import type { DirectoryColumn } from './arrangeDirectory.ts';

const always: readonly SortWords<DirectoryColumn>[] = [
  { by: 'total', order: 'descending', words: 'Total, largest first' },
  { by: 'total', order: 'ascending', words: 'Total, smallest first' },
  { by: 'user', order: 'ascending', words: 'Id, A to Z' },
  { by: 'user', order: 'descending', words: 'Id, Z to A' },
  { by: 'wallets', order: 'descending', words: 'Most wallets first' },
  { by: 'wallets', order: 'ascending', words: 'Fewest wallets first' },
  { by: 'created', order: 'descending', words: 'Newest first' },
  { by: 'created', order: 'ascending', words: 'Oldest first' },
];

const withDayChange: readonly SortWords<DirectoryColumn>[] = [
  { by: 'percent', order: 'descending', words: 'Past day, best first' },
  { by: 'percent', order: 'ascending', words: 'Past day, worst first' },
  { by: 'change', order: 'descending', words: 'Past day, largest gain first' },
  { by: 'change', order: 'ascending', words: 'Past day, largest loss first' },
];

/** The orders of the directory in words; by change only where the service tells it. */
export function directorySortWords(tellsDayChange: boolean): readonly SortWords<DirectoryColumn>[] {
  return tellsDayChange ? [...always, ...withDayChange] : always;
}
