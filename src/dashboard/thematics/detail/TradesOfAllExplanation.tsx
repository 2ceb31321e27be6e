import type { ThematicRebalance } from '#contract/rebalance.ts';
import { Explanation } from '../../portfolio/explain/Explanation.tsx';
import { useFormat } from '../../preferences/format.ts';
import { tradesOfAllExplained } from './tradesOfAllExplained.ts';

interface TradesOfAllExplanationProps {
  readonly label: string;
  readonly name: keyof ReturnType<typeof tradesOfAllExplained>;
  readonly data: ThematicRebalance;
}

export function TradesOfAllExplanation({ label, name, data }: TradesOfAllExplanationProps) {
  const format = useFormat();
  return <Explanation explained={{ label, ...tradesOfAllExplained(format, data)[name] }} />;
}
