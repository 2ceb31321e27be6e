import type { SortWords } from '../../shared/ui/SortChoice.tsx';
import type { DirectoryColumn } from './index/question.ts';

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

const whereTold: readonly SortWords<DirectoryColumn>[] = [
  { by: 'percent', order: 'descending', words: 'Past day, best first' },
  { by: 'percent', order: 'ascending', words: 'Past day, worst first' },
  { by: 'change', order: 'descending', words: 'Past day, largest gain first' },
  { by: 'change', order: 'ascending', words: 'Past day, largest loss first' },
  { by: 'thematics', order: 'descending', words: 'Most thematics first' },
  { by: 'thematics', order: 'ascending', words: 'Fewest thematics first' },
];

/** The orders of the directory in words; by change and thematics only where the service tells them of all users. */
export function directorySortWords(tellsDay: boolean): readonly SortWords<DirectoryColumn>[] {
  return tellsDay ? [...always, ...whereTold] : always;
}
