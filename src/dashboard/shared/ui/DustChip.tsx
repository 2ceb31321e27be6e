import { formatCount } from '../format/number.ts';
import { ToggleChip } from './ToggleChip.tsx';

interface DustChipProps {
  /** How many positions are dust. */
  readonly dust: number;
  readonly hidesDust: boolean;
  readonly onDust: (isHidden: boolean) => void;
  /** What their share is of: "user". */
  readonly of: string;
}

/** Dust in or out; nothing where there is none. */
export function DustChip({ dust, hidesDust, onDust, of }: DustChipProps) {
  if (dust === 0 && !hidesDust) return null;
  return (
    <ToggleChip isOn={hidesDust} onToggle={onDust} title={`Positions below 0.1 % of the ${of}`}>
      Hide dust <em>{formatCount(dust)}</em>
    </ToggleChip>
  );
}
