import type { Mode } from '#analytics/modes.ts';
import { ChipSelect } from '../../shared/ui/ChipSelect.tsx';
import { Choice } from '../../shared/ui/Choice.tsx';
import { modeNames } from '../told/figures.ts';
import classes from './Toolbar.module.css';

interface ModeToggleProps {
  readonly mode: Mode;
  readonly onChoose: (mode: Mode) => void;
  /** What the records are in words: the value of wallets, the level of a thematic. */
  readonly valueName: 'Value' | 'Level';
  /** Why a mode cannot be chosen now. */
  readonly unavailable: Partial<Record<Mode, string>>;
}

const modes = ['value', 'percent', 'index', 'drawdown'] as const satisfies readonly Mode[];
/** Without the others beside it a sign is no name. */
const namesAlone = { ...modeNames, percent: 'Per cent' } satisfies Record<Mode, string>;

/** Value, per cent, index, drawdown: how the line is drawn. Beside each other where the toolbar has room, else as a chip. */
export function ModeToggle({ mode, onChoose, valueName, unavailable }: ModeToggleProps) {
  const choicesOf = (names: Record<Mode, string>) =>
    modes.map((value) => ({
      value,
      label: value === 'value' ? valueName : names[value],
      unavailable: unavailable[value],
    }));
  const props = { label: 'Drawn as', chosen: mode, onChoose } as const;
  return (
    <>
      <span className={classes.choice}>
        <Choice {...props} choices={choicesOf(modeNames)} />
      </span>
      <span className={classes.chip}>
        <ChipSelect {...props} choices={choicesOf(namesAlone)} />
      </span>
    </>
  );
}
