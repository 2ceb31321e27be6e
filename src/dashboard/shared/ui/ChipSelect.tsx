import { IconChevronDown } from '@tabler/icons-react';
import type { ChoiceProps } from './Choice.tsx';
import classes from './ChipSelect.module.css';

/** One of several as a chip with a menu, where there is no room to show them beside each other. */
export function ChipSelect<T extends string>(props: Omit<ChoiceProps<T>, 'onConsider' | 'size'>) {
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
