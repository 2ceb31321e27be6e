import type { Thematic } from '#contract/thematic.ts';
import classes from './Comparison.module.css';

interface BaseChoiceProps {
  readonly compared: readonly Thematic[];
  readonly base: Thematic | undefined;
  /** An empty id: against none. */
  readonly onChoose: (thematicId: string) => void;
}

/** Which of the compared the others are held against. */
export function BaseChoice({ compared, base, onChoose }: BaseChoiceProps) {
  return (
    <label className={classes.base}>
      Against
      <select value={base?._id ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">none</option>
        {compared.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
