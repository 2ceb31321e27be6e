import type { Mode } from '#analytics/modes.ts';
import { Choice } from '../../shared/ui/Choice.tsx';
import { modeNames } from '../told/figures.ts';

interface ModeToggleProps {
  readonly mode: Mode;
  readonly onChoose: (mode: Mode) => void;
  /** What the records are in words: the value of wallets, the level of a thematic. */
  readonly valueName: 'Value' | 'Level';
  /** Why a mode cannot be chosen now. */
  readonly unavailable: Partial<Record<Mode, string>>;
}

const modes = ['value', 'percent', 'index', 'drawdown'] as const satisfies readonly Mode[];

/** Value, per cent, index, drawdown: how the line is drawn. */
export function ModeToggle({ mode, onChoose, valueName, unavailable }: ModeToggleProps) {
  return (
    <Choice
      label="Drawn as"
      choices={modes.map((value) => ({
        value,
        label: value === 'value' ? valueName : modeNames[value],
        unavailable: unavailable[value],
      }))}
      chosen={mode}
      onChoose={onChoose}
    />
  );
}
