import { clsx } from 'clsx';
import { useId } from 'react';
import classes from './Choice.module.css';

export interface ChoiceProps<T extends string> {
  /** What is chosen: "Period". */
  readonly label: string;
  readonly choices: readonly {
    readonly value: T;
    readonly label: string;
    /** Why it cannot be chosen now. */
    readonly unavailable?: string | undefined;
  }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  /** The pointer or the focus is on a choice, which may be wanted next. */
  readonly onConsider?: (value: T) => void;
  /** `small` in the head of a pane. */
  readonly size?: 'normal' | 'small';
}

/** One of a few, as words in a row; the underline is the selection. A real radio group. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, choices, chosen, onChoose, onConsider, size = 'normal' } = props;
  const name = useId();
  return (
    <fieldset className={clsx(classes.group, classes[size])} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          title={choice.unavailable}
          onPointerEnter={() => onConsider?.(choice.value)}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            disabled={choice.unavailable !== undefined}
            onChange={() => onChoose(choice.value)}
            onFocus={() =>
              neighboursOf(choices, choice.value).forEach((value) => onConsider?.(value))
            }
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Where the arrow keys lead from a choice. */
function neighboursOf<T extends string>(choices: readonly { readonly value: T }[], value: T): T[] {
  const index = choices.findIndex((choice) => choice.value === value);
  return [choices[index - 1], choices[index + 1]].flatMap((choice) =>
    choice === undefined ? [] : [choice.value],
  );
}
