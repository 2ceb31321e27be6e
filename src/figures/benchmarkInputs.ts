import { deviationOf, momentsOf } from '#analytics/moments.ts';
import { knownPairs } from '#analytics/relative.ts';
import { compoundReturn } from '#analytics/returns.ts';
import { sumOf } from '#analytics/weights.ts';
import {
  ExplanationInputs,
  maxListed,
  type ExplainedCase,
  type ExplanationInput,
} from './explanationInputs.ts';
import { isNotKnown } from './source.ts';

/** Adds the inputs of figures that compare with a benchmark. */
export class BenchmarkInputs extends ExplanationInputs {
  readonly pairs: { readonly returns: Float64Array; readonly benchmark: Float64Array };

  constructor(of: ExplainedCase) {
    super(of);
    const { common } = of.measures;
    const none = new Float64Array(0);
    this.pairs =
      common === null
        ? { returns: none, benchmark: none }
        : knownPairs(common.own.returns, common.benchmark);
  }

  get pairCount(): ExplanationInput {
    return this.of('n, returns of both', this.pairs.returns.length, 'records');
  }

  get commonPerYear(): ExplanationInput {
    return this.of('P, records a year', this.case.measures.common?.own.perYear ?? null, 'plain');
  }

  get commonDays(): ExplanationInput {
    return this.of('days', this.case.measures.common?.days ?? null, 'days');
  }

  get wins(): ExplanationInput {
    const { returns, benchmark } = this.pairs;
    const wins = returns.filter((r, i) => r > (benchmark[i] ?? NaN)).length;
    return this.of('count of r > b', wins, 'records');
  }

  get deviations(): ExplanationInput[] {
    const { returns, benchmark } = this.pairs;
    return [
      this.of('std r', deviationOf(momentsOf(returns)), 'share'),
      this.of('std b', deviationOf(momentsOf(benchmark)), 'share'),
    ];
  }

  get differenceDeviation(): ExplanationInput {
    const { returns, benchmark } = this.pairs;
    const differences = returns.map((r, i) => r - (benchmark[i] ?? NaN));
    return this.of('std(r − b)', deviationOf(momentsOf(differences)), 'share');
  }

  capture(isIncluded: (b: number) => boolean): ExplanationInput[] {
    const { returns, benchmark } = this.pairs;
    const ours = returns.filter((_, i) => isIncluded(benchmark[i] ?? NaN));
    const theirs = benchmark.filter(isIncluded);
    return [
      this.of('Π (1 + r) − 1', compoundReturn(ours).value, 'share'),
      this.of('Π (1 + b) − 1', compoundReturn(theirs).value, 'share'),
      this.of('returns in this direction', theirs.length, 'records'),
    ];
  }

  get regression(): ExplanationInput[] {
    const { count, meanX, meanY, xy, yy } = momentsOf(this.pairs.returns, this.pairs.benchmark);
    const { benchmark: href } = this.case.links;
    return [
      this.of('cov(r, b)', xy / (count - 1), 'plain'),
      this.of('var(b)', yy / (count - 1), 'plain', { href }),
      this.of('mean r', meanX, 'share'),
      this.of('mean b', meanY, 'share', { href }),
      this.pairCount,
    ];
  }

  get totals(): ExplanationInput[] {
    const { common } = this.case.measures;
    const { benchmark: href } = this.case.links;
    const ours = common === null ? null : compoundReturn(common.total.own).value;
    const theirs = common === null ? null : compoundReturn(common.total.benchmark).value;
    return [
      this.ofHistory('R', ours, 'share'),
      this.of('R_b, of the benchmark', theirs, 'share', { href }),
    ];
  }

  get weights(): ExplanationInput[] {
    const { measures, benchmark, links } = this.case;
    const [only] = benchmark ?? [];
    const { weights, times } = measures.series;
    const targets = only?.line.targets(times.at(-1) ?? NaN);
    if (targets === undefined || isNotKnown(targets) || isNotKnown(weights)) return [];
    const rows = [...new Set([...weights.keys(), ...targets.keys()])]
      .map((id) => ({ id, weight: weights.get(id) ?? 0, target: targets.get(id) ?? 0 }))
      .toSorted((a, b) => Math.abs(b.weight - b.target) - Math.abs(a.weight - a.target));
    const sum = sumOf(rows.map(({ weight, target }) => Math.abs(weight - target)));
    return [
      this.of('Σ |w − target|', sum, 'share'),
      ...rows
        .slice(0, maxListed)
        .flatMap(({ id, weight, target }) => [
          this.of(`w of ${id}`, weight, 'share', { href: links.positions }),
          this.of(`target of ${id}`, target, 'share', { href: links.benchmark }),
        ]),
    ];
  }
}
