import { clsx } from 'clsx';
import classes from './Toolbar.module.css';

interface LogToggleProps {
  readonly isLog: boolean;
  readonly onChoose: (isLog: boolean) => void;
  /** Why there is no log scale for what is visible; null where there is. */
  readonly unavailable: string | null;
}

/** A scale on which equal ratios are equally far apart; the key l does the same. */
export function LogToggle({ isLog, onChoose, unavailable }: LogToggleProps) {
  const isOn = isLog && unavailable === null;
  return (
    <button
      type="button"
      className={clsx(classes.toggle, isOn && classes.on)}
      aria-pressed={isOn}
      aria-keyshortcuts="l"
      // Not `disabled`: who comes by keyboard finds the reason too.
      aria-disabled={unavailable !== null}
      title={unavailable ?? 'Log scale (l)'}
      onClick={() => unavailable === null && onChoose(!isLog)}
    >
      Log
    </button>
  );
}
