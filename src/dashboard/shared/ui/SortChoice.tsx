import { IconChevronDown } from '@tabler/icons-react';
import type { Sort } from '../url/sortParam.ts';
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
  return (
    <span className={classes.choice}>
      <select
        aria-label={label}
        value={choices.findIndex(({ by, order }) => by === sort.by && order === sort.order)}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice !== undefined) onSort({ by: choice.by, order: choice.order });
        }}
      >
        {choices.map(({ words }, index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </select>
      <IconChevronDown size={13} stroke={1.75} aria-hidden />
    </span>
  );
}
