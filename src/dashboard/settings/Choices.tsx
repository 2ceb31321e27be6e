import { Group, Radio } from '@mantine/core';

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly choices: Record<T, string>;
  readonly chosen: T;
  readonly onChoose: (choice: T) => void;
}

export function Choices<T extends string>({ legend, choices, chosen, onChoose }: ChoicesProps<T>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of T are T
  const keys = Object.keys(choices) as T[];
  return (
    <Radio.Group label={legend} value={chosen} onChange={onChoose}>
      <Group gap="4px var(--space-5)">
        {keys.map((key) => (
          <Radio key={key} value={key} label={choices[key]} />
        ))}
      </Group>
    </Radio.Group>
  );
}
