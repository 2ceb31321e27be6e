import { keysOf } from '../preferences/keysOf.ts';
import { SegmentedControl } from './SegmentedControl.tsx';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<T, string>>;
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
}

export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      data={keysOf(choices).map((value) => ({ value, label: choices[value] }))}
      value={chosen ?? ''}
      onChange={onChoose}
    />
  );
}
