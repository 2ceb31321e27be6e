import { Group, Radio } from '@mantine/core';
import { keysOf } from '../preferences/keysOf.ts';

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly choices: Record<T, string>;
  readonly chosen: T;
  readonly onChoose: (choice: T) => void;
}

export function Choices<T extends string>({ legend, choices, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <Radio.Group label={legend} value={chosen} onChange={onChoose}>
      <Group gap="4px var(--space-5)">
        {keysOf(choices).map((key) => (
          <Radio key={key} value={key} label={choices[key]} />
        ))}
      </Group>
    </Radio.Group>
  );
}
