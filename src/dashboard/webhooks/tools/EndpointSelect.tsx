import { useId } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import classes from './tools.module.css';

interface EndpointSelectProps {
  readonly label: string;
  readonly endpoints: readonly Endpoint[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** What stands for none, where none may be chosen. */
  readonly none?: string;
}

/** One of the endpoints. */
export function EndpointSelect({ label, endpoints, chosen, onChoose, none }: EndpointSelectProps) {
  const id = useId();
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {endpoints.map(({ _id, url }) => (
          <option key={_id} value={_id}>
            {url}
          </option>
        ))}
      </select>
    </div>
  );
}
