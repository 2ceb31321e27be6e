import { IconChevronDown } from '@tabler/icons-react';
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
}

/** One of several as a chip with a menu, where there is no room to show them beside each other. */
export function ChipSelect<T extends string>(props: ChipSelectProps<T>) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <span className={classes.chip}>
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
