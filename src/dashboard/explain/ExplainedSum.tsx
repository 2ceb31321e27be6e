import { lazyComponent } from '../design/lazyComponent.tsx';
import { useFormat } from '../preferences/format.ts';
import { Explain } from './Explain.tsx';
import type { SumExplanationProps } from './SumExplanation.tsx';

const SumExplanation = lazyComponent(
  async () => (await import('./SumExplanation.tsx')).SumExplanation,
);

interface ExplainedSumProps extends Omit<SumExplanationProps, 'parts'> {
  /** Called once the explanation is open. */
  readonly parts: () => SumExplanationProps['parts'];
}

/** The sum of a table's rows, which explains itself. */
export function ExplainedSum({ parts, ...props }: ExplainedSumProps) {
  const format = useFormat();
  return (
    <Explain label={props.label} explanation={() => <SumExplanation {...props} parts={parts()} />}>
      {format.total(props.sum.sum)}
    </Explain>
  );
}
