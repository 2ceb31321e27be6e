import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { noBenchmark } from '#contract/figuresLimits.ts';
import type { Format } from '../preferences/format.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useWriteParams } from '../url/searchParam.ts';
import type { FiguresOwner } from './bookSubject.ts';

/** One thematic, or several that are rebalanced at each step. The weights sum to 1. None: no benchmark. */
export type BenchmarkParts = readonly { readonly id: string; readonly weight: number }[];

/** `?benchmark=none`, `?benchmark=a`, or `?benchmark=a&benchmark=b&weight=0.6&weight=0.4`; without it the default. */
const names = { benchmark: 'benchmark', weight: 'weight' } as const;

/** As the service expects it. Faulty texts of the address are sent unchanged, since the service explains the fault. */
export interface BenchmarkQuery {
  readonly benchmark?: readonly string[];
  readonly weight?: readonly string[];
}

export type BenchmarkChoice = ReturnType<typeof useBenchmark>;

/** Benchmark of the page, from the address, otherwise the default. */
export function useBenchmark(subject: FiguresOwner) {
  const [params] = useSearchParams();
  const writeParams = useWriteParams();
  const { benchmark: preferred } = usePreferences();
  const isWallet = subject.user !== undefined && subject.thematic !== undefined;
  // A thematic is not measured against itself.
  const defaultId = isWallet ? subject.thematic : preferred === subject.thematic ? null : preferred;
  const ids = params.getAll(names.benchmark);
  const weights = params.getAll(names.weight);
  const isDefault = ids.length === 0 && weights.length === 0;
  const isNone = hasNoBenchmark(params);
  const key = JSON.stringify([ids, weights, defaultId]);
  return useMemo(() => {
    const defaults: BenchmarkParts = defaultId == null ? [] : [{ id: defaultId, weight: 1 }];
    // The service knows the default of a wallet.
    const ofDefault = isWallet || defaultId == null ? {} : { benchmark: [defaultId] };
    const query: BenchmarkQuery = isDefault
      ? ofDefault
      : { benchmark: ids, ...(weights.length > 0 && { weight: weights }) };
    const write = (chosen: BenchmarkParts | null) =>
      writeParams((after) => {
        after.delete(names.benchmark);
        after.delete(names.weight);
        if (chosen === null) return;
        if (chosen.length === 0) after.set(names.benchmark, noBenchmark);
        for (const { id, weight } of chosen) {
          after.append(names.benchmark, id);
          if (chosen.length > 1) after.append(names.weight, String(weight));
        }
      });
    return {
      isNone,
      /** Empty if there is none, or if the address has none that could be drawn. */
      parts: isDefault ? defaults : isNone ? [] : partsOf(ids, weights),
      defaults,
      query,
      /** null: the default; an empty list: none. */
      choose: write,
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` has the lists, which are new each time
  }, [key, isDefault, isNone, isWallet, writeParams]);
}

/** Reports whether the address names no benchmark on purpose. */
export function hasNoBenchmark(params: URLSearchParams): boolean {
  return params.getAll(names.benchmark).join() === noBenchmark && !params.has(names.weight);
}

/** Texts of the address that switch the benchmark on or off. Off forgets which one it was. */
export function switchedBenchmark(
  params: URLSearchParams,
  isOn: boolean,
): Readonly<Record<string, string | null>> {
  if (isOn && !hasNoBenchmark(params)) return {};
  return { [names.benchmark]: isOn ? null : noBenchmark, [names.weight]: null };
}

/** Returns no parts for texts that the service rejects. */
function partsOf(ids: readonly string[], weights: readonly string[]): BenchmarkParts {
  const isOne = ids.length === 1 && weights.length === 0;
  if (!isOne && ids.length !== weights.length) return [];
  const parts = ids.map((id, i) => ({ id, weight: isOne ? 1 : Number(weights[i] ?? NaN) }));
  return parts.every(({ weight }) => weight > 0 && weight <= 1) ? parts : [];
}

/** `DeFi thematic`, `60.0 % DeFi + 40.0 % Energy`. */
export function benchmarkLabel(
  parts: BenchmarkParts,
  nameOf: (id: string) => string,
  format: Format,
): string {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return `${nameOf(first.id)} thematic`;
  return parts.map(({ id, weight }) => `${format.market.share(weight)} ${nameOf(id)}`).join(' + ');
}
