import { SegmentedControl } from '@mantine/core';

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
      data={Object.entries<string>(choices).map(([value, text]) => ({ value, label: text }))}
      value={chosen ?? ''}
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of T are T
      onChange={(value) => onChoose(value as T)}
    />
  );
}
