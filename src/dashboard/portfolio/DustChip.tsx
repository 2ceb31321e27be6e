import { Button } from '@mantine/core';
import { useFormat } from '../preferences/format.ts';

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
  const format = useFormat();
  if (dust === 0 && !hidesDust) return null;
  return (
    <Button
      size="xs"
      aria-pressed={hidesDust}
      onClick={() => onDust(!hidesDust)}
      title={`Positions below 0.1 % of the ${of}`}
    >
      Hide dust <em>{format.number(dust)}</em>
    </Button>
  );
}
