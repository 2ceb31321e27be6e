import type { FigureName } from '#contract/figures.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import {
  deviation,
  differences,
  falls,
  mean,
  plainBeta,
  plainCorrelation,
  plainMoment,
  plainOmega,
  plainQuantile,
  plainSharpe,
  plainSortino,
  total,
} from '#test/analytics/plainFigures.ts';

const day = 86_400_000;
const year = 365 * day;

/** Records of a wallet or a user, computed from amounts and prices with plain loops. */
export interface PlainRecords {
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** Return since the previous record; NaN at the first, and where nothing had a value. */
  readonly returns: readonly number[];
  readonly flows: readonly number[];
}

export function plainRecords({ dates, tokens }: PositionsHistory): PlainRecords {
  const times = dates.map(Date.parse);
  const values: number[] = [];
  const returns: number[] = [];
  const flows: number[] = [];
  for (let t = 0; t < times.length; t++) {
    let [value, before, after, flow] = [0, 0, 0, 0];
    for (const { amount, price } of tokens) {
      const [q0, q1] = [amount[t - 1] ?? 0, amount[t] ?? 0];
      const [p0, p1] = [price[t - 1] ?? null, price[t] ?? null];
      if (p1 !== null) value += q1 * p1;
      if (p0 !== null && p1 !== null) {
        before += q0 * p0;
        after += q0 * p1;
        flow += (q1 - q0) * p1;
      } else if (p1 !== null) flow += q1 * p1;
    }
    values.push(value);
    returns.push(before > 0 ? after / before - 1 : NaN);
    flows.push(t === 0 ? 0 : flow);
  }
  return { times, values, returns, flows };
}

/** Records of a thematic's level. */
export function plainLevels(
  records: readonly { readonly date: string; readonly total: number }[],
): PlainRecords {
  const values = records.map((record) => record.total);
  return {
    times: records.map(({ date }) => Date.parse(date)),
    values,
    returns: values.map((value, t) => value / (values[t - 1] ?? NaN) - 1),
    flows: values.map(() => 0),
  };
}

type Plain = Partial<Record<FigureName, number>>;

/**
 * Every figure that the gates allow, of records of which all but the first and the last are at whole steps and all have a value,
 * against levels at the same times.
 */
export function plainAnswer(
  { times, values, returns, flows }: PlainRecords,
  levels: readonly number[],
  { step, rf, isYear }: { readonly step: number; readonly rf: number; readonly isYear: boolean },
): Plain {
  const perYear = year / step;
  const last = times.length - 1;
  const all = returns.slice(1);
  const ofLevels = levels.map((level, t) => level / (levels[t - 1] ?? NaN) - 1);
  const isComplete = (t: number) => (times[t] ?? NaN) - (times[t - 1] ?? NaN) === step;
  const r = returns.filter((_, t) => isComplete(t));
  const b = ofLevels.filter((_, t) => isComplete(t));
  const days = ((times[last] ?? NaN) - (times[0] ?? NaN)) / day;
  const [R, Rb] = [total(all), total(ofLevels.slice(1))];
  const yearly = (of: number) => (1 + of) ** (365 / days) - 1;
  const index = [1];
  for (const one of all) index.push((index.at(-1) ?? NaN) * (1 + one));
  const depths = falls(index);
  const isTail = (one: number) => one <= plainQuantile(r, 0.05);
  const up = b.flatMap((one, i) => (one > 0 ? [i] : []));
  const down = b.flatMap((one, i) => (one > 0 ? [] : [i]));
  const [opening = NaN] = values;
  const closing = values[last] ?? NaN;
  const net = flows.reduce((sum, flow) => sum + flow, 0);
  const left = (t: number) => ((times[last] ?? NaN) - (times[t] ?? NaN)) / (days * day);
  const weighted = flows.reduce((sum, flow, t) => sum + flow * left(t), 0);
  const correlation = plainCorrelation(r, b);
  return {
    simpleGain: closing - opening - net,
    timeWeightedReturn: R,
    moneyWeightedReturn: moneyWeighted({ times, values, flows, returns }),
    modifiedDietz: (closing - opening - net) / (opening + weighted),
    ...(isYear && {
      annualizedReturn: yearly(R),
      calmar: yearly(R) / Math.abs(Math.min(...depths)),
      excessReturn: yearly(R) - yearly(Rb),
      informationRatio:
        (yearly(R) - yearly(Rb)) / (deviation(differences(r, b)) * Math.sqrt(perYear)),
    }),
    volatility: deviation(r) * Math.sqrt(perYear),
    maxDrawdown: Math.min(...depths),
    currentDrawdown: depths.at(-1) ?? NaN,
    sharpe: plainSharpe(r, rf, perYear),
    sortino: plainSortino(r, rf, perYear),
    ulcer: Math.sqrt(depths.reduce((sum, depth) => sum + depth ** 2, 0) / last),
    valueAtRisk95: plainQuantile(r, 0.05),
    expectedShortfall95: mean(r.filter(isTail)),
    omega: plainOmega(r, rf, perYear),
    tailRatio: plainQuantile(r, 0.95) / Math.abs(plainQuantile(r, 0.05)),
    skewness: plainMoment(r, 3) / plainMoment(r, 2) ** 1.5,
    kurtosis: plainMoment(r, 4) / plainMoment(r, 2) ** 2 - 3,
    best: Math.max(...r),
    worst: Math.min(...r),
    shareOfGains: r.filter((one) => one > 0).length / r.length,
    beta: plainBeta(r, b),
    alpha: (mean(r) - plainBeta(r, b) * mean(b)) * perYear,
    correlation,
    rSquared: correlation ** 2,
    trackingDifference: R - Rb,
    trackingError: deviation(differences(r, b)) * Math.sqrt(perYear),
    captureUp: over(r, up) / over(b, up),
    captureDown: over(r, down) / over(b, down),
    battingAverage: r.filter((one, i) => one > (b[i] ?? NaN)).length / r.length,
  };
}

const over = (of: readonly number[], steps: readonly number[]): number =>
  total(steps.map((i) => of[i] ?? NaN));

/** The rate at which what was paid in grows to the closing value: of the period below a year, otherwise of a year. */
function moneyWeighted({ times, values, flows }: PlainRecords): number {
  const last = times.length - 1;
  const [opening = NaN] = values;
  const length = (times[last] ?? NaN) - (times[0] ?? NaN);
  const endValue = (growth: number) =>
    flows.reduce(
      (sum, flow, t) =>
        sum + flow * growth ** (((times[last] ?? NaN) - (times[t] ?? NaN)) / length),
      opening * growth,
    );
  let [low, high] = [0, 1e6];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (endValue(middle) < (values[last] ?? NaN)) low = middle;
    else high = middle;
  }
  return length < year ? low - 1 : low ** (year / length) - 1;
}
