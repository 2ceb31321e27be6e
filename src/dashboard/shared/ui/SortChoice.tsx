import type { Sort } from '../url/sortParam.ts';
import { ChipSelect } from './ChipSelect.tsx';
import classes from './SortChoice.module.css';

export type SortWords<Column extends string> = Sort<Column> & { readonly words: string };

interface SortChoiceProps<Column extends string> {
  readonly label: string;
  readonly choices: readonly SortWords<Column>[];
  readonly sort: Sort<Column>;
  readonly onSort: (sort: Sort<Column>) => void;
}

/** The order of rows as one choice, below 768 px, where there is no room for a head of columns. */
export function SortChoice<Column extends string>(props: SortChoiceProps<Column>) {
  const { label, choices, sort, onSort } = props;
  const chosen = choices.find(({ by, order }) => by === sort.by && order === sort.order);
  return (
    <span className={classes.narrow}>
      <ChipSelect
        label={label}
        choices={choices.map(({ words }) => ({ value: words, label: words }))}
        chosen={chosen?.words ?? ''}
        onChoose={(chosenWords) => {
          const choice = choices.find(({ words }) => words === chosenWords);
          if (choice !== undefined) onSort(choice);
        }}
      />
    </span>
  );
}
