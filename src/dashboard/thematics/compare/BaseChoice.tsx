import type { Thematic } from '#contract/thematic.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';

interface BaseChoiceProps {
  readonly compared: readonly Thematic[];
  readonly base: Thematic | undefined;
  /** An empty id: against none. */
  readonly onChoose: (thematicId: string) => void;
}

/** Which of the compared the others are held against. */
export function BaseChoice({ compared, base, onChoose }: BaseChoiceProps) {
  const choices = compared.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <ChipSelect
      label="Against"
      choices={[{ value: '', label: 'against none' }, ...choices]}
      chosen={base?._id ?? ''}
      onChoose={onChoose}
    />
  );
}
