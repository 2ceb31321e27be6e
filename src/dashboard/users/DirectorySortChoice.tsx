import { IconChevronDown } from '@tabler/icons-react';
import type { DirectorySort } from './arrangeDirectory.ts';
import classes from './DirectorySortChoice.module.css';

interface DirectorySortChoiceProps {
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
  readonly tellsDayChange: boolean;
}

const choices: readonly (DirectorySort & { readonly words: string })[] = [
  { by: 'total', order: 'descending', words: 'Total, largest first' },
  { by: 'total', order: 'ascending', words: 'Total, smallest first' },
  { by: 'percent', order: 'descending', words: 'Past day, best first' },
  { by: 'percent', order: 'ascending', words: 'Past day, worst first' },
  { by: 'change', order: 'descending', words: 'Past day, largest gain first' },
  { by: 'change', order: 'ascending', words: 'Past day, largest loss first' },
  { by: 'user', order: 'ascending', words: 'Id, A to Z' },
  { by: 'user', order: 'descending', words: 'Id, Z to A' },
  { by: 'wallets', order: 'descending', words: 'Most wallets first' },
  { by: 'wallets', order: 'ascending', words: 'Fewest wallets first' },
  { by: 'created', order: 'descending', words: 'Newest first' },
  { by: 'created', order: 'ascending', words: 'Oldest first' },
];

/** The order of the rows as one choice, where there is no room for a head of columns. */
export function DirectorySortChoice(props: DirectorySortChoiceProps) {
  const { sort, onSort, tellsDayChange } = props;
  const offered = choices.filter(
    ({ by }) => tellsDayChange || (by !== 'change' && by !== 'percent'),
  );
  const chosen = choices.findIndex(({ by, order }) => by === sort.by && order === sort.order);
  return (
    <span className={classes.choice}>
      <select
        aria-label="Order of the users"
        value={chosen}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice !== undefined) onSort({ by: choice.by, order: choice.order });
        }}
      >
        {offered.map((choice) => (
          <option key={choice.words} value={choices.indexOf(choice)}>
            {choice.words}
          </option>
        ))}
      </select>
      <IconChevronDown size={13} stroke={1.75} aria-hidden />
    </span>
  );
}
