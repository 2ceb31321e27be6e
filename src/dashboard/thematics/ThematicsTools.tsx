import { historyTypes } from '#contract/historyType.ts';
import { SortChoice, type SortWords } from '../shared/ui/SortChoice.tsx';
import type { ThematicColumn, ThematicSort } from './arrangeThematics.ts';
import classes from './ThematicsTable.module.css';

const choices: readonly SortWords<ThematicColumn>[] = [
  ...historyTypes.flatMap((by): SortWords<ThematicColumn>[] => {
    const period = by === 'all' ? 'Since inception' : `Past ${by}`;
    return [
      { by, order: 'descending', words: `${period}, best first` },
      { by, order: 'ascending', words: `${period}, worst first` },
    ];
  }),
  { by: 'level', order: 'descending', words: 'Highest level first' },
  { by: 'level', order: 'ascending', words: 'Lowest level first' },
  { by: 'tokens', order: 'descending', words: 'Most tokens first' },
  { by: 'tokens', order: 'ascending', words: 'Fewest tokens first' },
  { by: 'name', order: 'ascending', words: 'Name, A to Z' },
  { by: 'name', order: 'descending', words: 'Name, Z to A' },
];

interface ThematicsToolsProps {
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
}

/** The order of the thematics where the table has no head. */
export function ThematicsTools({ sort, onSort }: ThematicsToolsProps) {
  return (
    <div className={classes.tools}>
      <SortChoice label="Order of the thematics" choices={choices} sort={sort} onSort={onSort} />
    </div>
  );
}
