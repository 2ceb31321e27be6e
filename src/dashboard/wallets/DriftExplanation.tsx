import type { WalletRebalance } from '#contract/rebalance.ts';
import { Explanation } from '../portfolio/explain/Explanation.tsx';
import { useFormat } from '../preferences/format.ts';
import { driftExplained, type DriftOf } from './driftExplained.ts';
import { tradesExplained } from './tradesExplained.ts';

interface DriftExplanationProps {
  readonly label: string;
  readonly name: 'return' | 'excess' | 'thematic' | 'effects of tokens' | 'effects of periods';
  readonly of: Omit<DriftOf, 'format'>;
}

export function DriftExplanation({ label, name, of }: DriftExplanationProps) {
  const format = useFormat();
  return <Explanation explained={{ label, ...driftExplained({ format, ...of })[name] }} />;
}

interface TradesExplanationProps {
  readonly label: string;
  readonly name: keyof ReturnType<typeof tradesExplained>;
  readonly data: WalletRebalance;
}

export function TradesExplanation({ label, name, data }: TradesExplanationProps) {
  const format = useFormat();
  return <Explanation explained={{ label, ...tradesExplained(format, data)[name] }} />;
}
