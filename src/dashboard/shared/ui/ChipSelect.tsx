import { IconChevronDown } from '@tabler/icons-react';
import { clsx } from 'clsx';
import classes from './ChipSelect.module.css';

interface ChipSelectProps<T extends string> {
  /** What is chosen: "Order". */
  readonly label: string;
  readonly choices: readonly {
    readonly value: T;
    readonly label: string;
    /** Why it cannot be chosen now. */
    readonly unavailable?: string | undefined;
  }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  /** Where it is shown. */
  readonly className?: string | undefined;
}

/** One of several as a chip with a menu, where there is no room to show them beside each other. */
export function ChipSelect<T extends string>(props: ChipSelectProps<T>) {
  const { label, choices, chosen, onChoose, className } = props;
  return (
    <span className={clsx(classes.chip, className)}>
      <select
        aria-label={label}
        value={chosen}
        onChange={({ target }) => {
          const choice = choices[target.selectedIndex];
          if (choice !== undefined) onChoose(choice.value);
        }}
      >
        {choices.map(({ value, label: words, unavailable }) => (
          <option key={value} value={value} disabled={unavailable !== undefined}>
            {words}
          </option>
        ))}
      </select>
      <IconChevronDown size={13} stroke={1.75} aria-hidden />
    </span>
  );
}
