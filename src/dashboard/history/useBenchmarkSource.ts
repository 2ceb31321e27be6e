import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { type BenchmarkChoice, benchmarkLabel } from '../portfolio/benchmark.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { historyOf, type NamedSource } from './historyQueries.ts';

/**
 * History of the page's benchmark, or of the default one if it is switched off; undefined without one, and until its name is known.
 * @param own the thematic of a wallet.
 */
export function useBenchmarkSource(
  { isNone, parts, defaults }: BenchmarkChoice,
  own?: Pick<Thematic, '_id' | 'name' | 'backfilledUntil'>,
): NamedSource | undefined {
  const format = useFormat();
  const { all } = useThematics();
  const asOf = useAsOf();
  const shown = isNone ? defaults : parts;
  const thematicOf = (id: string) =>
    id === own?._id ? own : all.find((thematic) => thematic._id === id);
  const [first] = shown;
  const only = first !== undefined && shown.length === 1 ? thematicOf(first.id) : undefined;
  const isKnown = all.length > 0 || only !== undefined;
  const label = benchmarkLabel(shown, (id) => thematicOf(id)?.name.trim() || id, format);
  const backfilledUntil = only?.backfilledUntil;
  return useMemo(() => {
    if (first === undefined || !isKnown) return undefined;
    const isOne = shown.length === 1;
    return {
      id: isOne ? first.id : 'blend',
      label,
      backfilledUntil,
      source: isOne ? historyOf.thematic(first.id, asOf) : historyOf.blend(shown, asOf),
    };
  }, [first, shown, label, backfilledUntil, isKnown, asOf]);
}
