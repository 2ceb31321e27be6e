import { freeRate, momentsOf, deviationOf } from '#analytics/moments.ts';
import { inMode } from '#analytics/modes.ts';
import { quantile } from '#analytics/risk.ts';
import { sumOf } from '#analytics/weights.ts';
import { figureKinds, type FigureExplanation, type FigureName } from '#contract/figures.ts';
import { formatTime } from '#contract/time.ts';
import type { Benchmark } from './figuresBenchmark.ts';
import type { FiguresMeasures } from './figuresMeasures.ts';
import type { ExplanationLinks } from './explanationLinks.ts';
import type { GatedFigure } from './figuresTable.ts';

export type ExplanationInput = FigureExplanation['inputs'][number];
type Unit = 'money' | 'share' | 'plain' | 'days' | 'records';

export interface ExplainedCase {
  readonly measures: FiguresMeasures;
  readonly figures: Readonly<Record<FigureName, GatedFigure>>;
  readonly benchmark: Benchmark | null;
  readonly rf: number;
  readonly links: ExplanationLinks;
}

/** Largest number of single flows or tokens among the inputs; the others are summed. */
export const maxListed = 40;

/** Inputs that several figures have. */
export class ExplanationInputs {
  readonly case: ExplainedCase;
  readonly returns: Float64Array;

  constructor(of: ExplainedCase) {
    this.case = of;
    this.returns = of.measures.own.returns.filter(Number.isFinite);
  }

  of(
    name: string,
    value: number | null,
    unit: Unit,
    { at, href = null }: { readonly at?: number | undefined; readonly href?: string | null } = {},
  ): ExplanationInput {
    return {
      name,
      value: value !== null && Number.isFinite(value) ? value + 0 : null,
      unit,
      at: at === undefined ? null : formatTime(at),
      href,
    };
  }

  ofHistory(name: string, value: number | null, unit: Unit, at?: number): ExplanationInput {
    return this.of(name, value, unit, { at, href: this.case.links.history });
  }

  figure(symbol: string, name: FigureName): ExplanationInput {
    const { figures, links } = this.case;
    return this.of(symbol, figures[name].value, figureKinds[name], { href: links.figure(name) });
  }

  get days(): ExplanationInput {
    return this.of('days', this.case.measures.days, 'days');
  }

  get indexEnds(): ExplanationInput[] {
    const { index, times } = this.case.measures.series;
    return [
      this.ofHistory('first index', index[0] ?? null, 'plain', times[0]),
      this.ofHistory('last index', index.at(-1) ?? null, 'plain', times.at(-1)),
    ];
  }

  get count(): ExplanationInput {
    return this.of('n, returns', this.returns.length, 'records');
  }

  get perYear(): ExplanationInput {
    return this.of('P, records a year', this.case.measures.own.perYear, 'plain');
  }

  get free(): number {
    return freeRate(this.case.rf, this.case.measures.own.perYear);
  }

  get rates(): ExplanationInput[] {
    return [
      this.of('rf, yearly rate', this.case.rf, 'share'),
      this.of('f, rate of one record', this.free, 'share'),
    ];
  }

  get mean(): ExplanationInput {
    return this.of('mean r', sumOf(this.returns) / this.returns.length, 'share');
  }

  get deviation(): ExplanationInput {
    return this.of('std r', deviationOf(momentsOf(this.returns)), 'share');
  }

  get values(): ExplanationInput[] {
    const { from, to, opening, closing } = this.case.measures.money;
    return [
      this.ofHistory('V₀, first value', opening, 'money', from),
      this.ofHistory('V₁, last value', closing, 'money', to),
    ];
  }

  get flows(): ExplanationInput[] {
    const flows = this.case.measures.money.flows.toSorted(
      (a, b) => Math.abs(b.amount) - Math.abs(a.amount),
    );
    const listed = flows.slice(0, maxListed).toSorted((a, b) => a.at - b.at);
    const others = flows.slice(maxListed);
    return [
      ...listed.map(({ at, amount }) => this.ofHistory('CF, flow', amount, 'money', at)),
      ...(others.length === 0
        ? []
        : [
            this.ofHistory(
              `CF, ${others.length} smaller flows`,
              sumOf(others.map(({ amount }) => amount)),
              'money',
            ),
          ]),
    ];
  }

  get netFlow(): ExplanationInput {
    const { flows } = this.case.measures.money;
    return this.ofHistory('Σ CF, net flow', sumOf(flows.map(({ amount }) => amount)), 'money');
  }

  get weightedFlow(): ExplanationInput {
    const { from, to, flows } = this.case.measures.money;
    const weighted = flows.map(({ at, amount }) => amount * ((to - at) / (to - from)));
    return this.of('Σ w CF', sumOf(weighted), 'money');
  }

  get downside(): ExplanationInput {
    const losses = this.returns.map((r) => Math.min(r - this.free, 0) ** 2);
    const downside = Math.sqrt(sumOf(losses) / losses.length);
    return this.of('√(Σ min(r − f, 0)² ÷ n)', downside, 'share');
  }

  get gainsAndLosses(): ExplanationInput[] {
    const gains = sumOf(this.returns.map((r) => Math.max(r - this.free, 0)));
    const losses = sumOf(this.returns.map((r) => Math.max(this.free - r, 0)));
    return [
      this.of('Σ max(r − f, 0)', gains, 'share'),
      this.of('Σ max(f − r, 0)', losses, 'share'),
    ];
  }

  get gains(): ExplanationInput {
    return this.of('count of r > 0', this.returns.filter((r) => r > 0).length, 'records');
  }

  get drawdownSquares(): ExplanationInput[] {
    const depths = inMode(this.case.measures.series.index, 'drawdown').filter(Number.isFinite);
    return [
      this.of('Σ drawdown²', sumOf(depths.map((depth) => depth ** 2)), 'plain'),
      this.of('n, records after the first', depths.length - 1, 'records'),
    ];
  }

  /** The quantile, and the returns at or below it. */
  tail(name: 'valueAtRisk95' | 'expectedShortfall95'): ExplanationInput[] {
    const limit = quantile(this.returns.toSorted(), 0.05);
    const below = this.returns.filter((r) => r <= limit);
    const count = this.of('r at or below', below.length, 'records');
    return name === 'valueAtRisk95'
      ? [this.quantile('q05', 0.05), count]
      : [this.quantile('q05', 0.05), this.of('Σ r at or below', sumOf(below), 'share'), count];
  }

  quantile(symbol: string, share: number): ExplanationInput {
    return this.of(symbol, quantile(this.returns.toSorted(), share), 'share');
  }

  /** Central moment with divisor n. */
  moment(order: number): ExplanationInput {
    const mean = sumOf(this.returns) / this.returns.length;
    const moment = sumOf(this.returns.map((r) => (r - mean) ** order)) / this.returns.length;
    return this.of(`m${['₂', '₃', '₄'][order - 2] ?? ''}`, moment, 'plain');
  }

  /** The index at its peak and at a later record. */
  depth(name: FigureName, later: 'lowest' | 'last'): ExplanationInput[] {
    const { index, times } = this.case.measures.series;
    const depths = inMode(index, 'drawdown');
    const depth = this.case.figures[name].value;
    const at = later === 'last' ? index.length - 1 : depths.findIndex((one) => one === depth);
    let peak = 0;
    for (let i = 0; i <= at; i++) if ((index[i] ?? NaN) >= (index[peak] ?? NaN)) peak = i;
    return [
      this.ofHistory('index at the peak', index[peak] ?? null, 'plain', times[peak]),
      this.ofHistory(`index, ${later}`, index[at] ?? null, 'plain', times[at]),
    ];
  }

  /** The return that is the extreme one, and the end of its step. */
  extreme(name: FigureName): ExplanationInput[] {
    const { own, series } = this.case.measures;
    const value = this.case.figures[name].value;
    const [, to] = own.steps[own.returns.findIndex((r) => r === value)] ?? [];
    const at = to === undefined ? undefined : series.times[to];
    return [this.ofHistory('r', value, 'share', at), this.count];
  }
}
