import { InstantField } from '../design/InstantField.tsx';
import type { useDatedLines } from './useDatedLines.ts';

interface EffectiveFromFieldProps {
  readonly edit: Pick<ReturnType<typeof useDatedLines>, 'from' | 'asOf' | 'setFrom'> & {
    readonly fromFault: string | null;
  };
}

export function EffectiveFromField({ edit }: EffectiveFromFieldProps) {
  return (
    <InstantField
      label="Effective from (optional)"
      value={edit.from}
      onChange={edit.setFrom}
      placeholder="now"
      error={edit.fromFault}
      asOf={edit.asOf}
    />
  );
}
