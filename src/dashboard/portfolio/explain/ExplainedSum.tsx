import { lazyComponent } from '../../design/lazyComponent.tsx';
import { useFormat } from '../../preferences/format.ts';
import { Explain } from './Explain.tsx';
import type { SumExplanationProps } from './SumExplanation.tsx';

const SumExplanation = lazyComponent(
  async () => (await import('./SumExplanation.tsx')).SumExplanation,
);

/** The sum of a table's rows, which explains itself. */
export function ExplainedSum(props: SumExplanationProps) {
  const format = useFormat();
  return (
    <Explain label={props.label} explanation={<SumExplanation {...props} />}>
      {format.total(props.sum.sum)}
    </Explain>
  );
}
