import { useId } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import classes from './HoldingsEdit.module.css';

interface ThematicFieldProps {
  readonly thematics: readonly Thematic[];
  readonly wallets: readonly Wallet[];
  /** Empty: none yet. */
  readonly chosen: string;
  readonly onChoose: (thematicId: string) => void;
  readonly error: string | null;
}

/** Which wallet is stated: one of those that are there, or a new one in any other thematic. */
export function ThematicField({ thematics, wallets, chosen, onChoose, error }: ThematicFieldProps) {
  const id = useId();
  const has = new Set(wallets.map((wallet) => wallet.thematics));
  const others = thematics.filter(({ _id }) => !has.has(_id));
  const own = [...has].map((_id) => ({
    _id,
    name: thematics.find((thematic) => thematic._id === _id)?.name ?? _id,
  }));
  const isUnknown = chosen !== '' && ![...own, ...others].some(({ _id }) => _id === chosen);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>Thematic</label>
      <select
        id={id}
        value={chosen}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {chosen === '' && <option value="">Choose one</option>}
        {isUnknown && <option value={chosen}>{chosen}</option>}
        {own.length > 0 && (
          <optgroup label="Wallets there are">
            {own.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="A new wallet in">
          {others.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
      {error !== null && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
