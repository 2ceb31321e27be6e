import { SegmentedControl } from '@mantine/core';

interface SegmentsProps<T extends string> {
  readonly label: string;
  /** Labels by value, in their order. */
  readonly choices: Readonly<Record<T, string>>;
  /** Null where none of them is. */
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
}

/** One of a few beside each other, such as in the head of a panel. */
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
