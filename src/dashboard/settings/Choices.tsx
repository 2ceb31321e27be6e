import { useId } from 'react';
import classes from './Choices.module.css';

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly choices: Record<T, string>;
  readonly chosen: T;
  readonly onChoose: (choice: T) => void;
}

/** One of a few, all in sight. */
export function Choices<T extends string>({ legend, choices, chosen, onChoose }: ChoicesProps<T>) {
  const name = useId();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of T are T
  const keys = Object.keys(choices) as T[];
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      {keys.map((key) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
          {choices[key]}
        </label>
      ))}
    </fieldset>
  );
}
