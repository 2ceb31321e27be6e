import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterPanel.module.css';

interface FilterBoxesProps {
  readonly choices: readonly { value: string; mark?: ReactNode; label: ReactNode }[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
}

export function FilterBoxes({ choices, chosen, onChoose }: FilterBoxesProps) {
  return (
    <div className={classes.held}>
      {choices.map(({ value, mark, label }) => (
        <label key={value}>
          <Checkbox
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {mark}
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
