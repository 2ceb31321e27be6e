import { Sum } from './weights.ts';

/** Money at an instant (epoch ms): above 0 paid in, below 0 withdrawn. */
export interface CashFlow {
  readonly at: number;
  readonly amount: number;
}

/** Largest |ln(1 + rate)| of the time from the first flow to the last: e^700 is close to the largest number. */
const limit = 700;
/** Roots closer than this count as several. */
const separation = 1e-9;
/** Effort of counting roots: evaluations of all flows. */
const evaluationLimit = 1000;
/** Relative rounding error of a sum of discounted flows. */
const roundingError = 2 ** -48;

/** Flows as columns: amounts, and times from 0, the first flow, to 1, the last. */
interface Terms {
  readonly amounts: Float64Array;
  readonly times: Float64Array;
}

/**
 * The only rate at which flows cancel: y = ln(1 + rate) with Σ CF e^(−y s) = 0, where s is the time of a flow from 0,
 * the first, to 1, the last. The rate is that of the complete time, so neither a yearly rate nor a short period
 * overflows.
 *
 * Bisects between −700 and 700. A root is the only one if the balance, carried at that rate, never changes its sign:
 * with g = CF e^(−y s) and G the sums of g up to each flow, Σ g e^(−d s) is Σ G (e^(−d s) − e^(−d s′)) over neighbors,
 * so it has the sign of G for d > 0 and the opposite one for d < 0. (Teichroew, Robichek and Montalbano, "An Analysis
 * of Criteria for Investment and Financing Decisions under Certainty", Management Science 12, 1965: a pure investment.)
 * Otherwise the sign changes are counted: see `countRoots`.
 *
 * @param flows ascending by time, not 0, at distinct instants.
 */
export function rateOf(flows: readonly CashFlow[]): number | 'no-root' | 'several-roots' {
  const first = flows[0]?.at ?? NaN;
  const span = (flows.at(-1)?.at ?? NaN) - first;
  if (!(span > 0)) return 'no-root';
  const largest = flows.reduce((max, { amount }) => Math.max(max, Math.abs(amount)), 0);
  const terms = {
    amounts: Float64Array.from(flows, ({ amount }) => amount / largest),
    times: Float64Array.from(flows, ({ at }) => (at - first) / span),
  };
  const hasBracket =
    Math.sign(presentValue(terms, -limit)) * Math.sign(presentValue(terms, limit)) < 0;
  const root = hasBracket ? bisect(terms) : NaN;
  if (hasBracket && isPureInvestment(terms, root)) return root;
  const count = countRoots(terms);
  if (count > 1) return 'several-roots';
  return count === 1 && hasBracket ? root : 'no-root';
}

/** Σ CF e^(−y s), for y < 0 times e^y: the sign is the same and no term exceeds its flow. */
function presentValue({ amounts, times }: Terms, y: number): number {
  const sum = new Sum();
  for (let i = 0; i < amounts.length; i++) {
    sum.add((amounts[i] ?? NaN) * discount(times[i] ?? NaN, y));
  }
  return sum.value;
}

const discount = (time: number, y: number): number => Math.exp(y < 0 ? y * (1 - time) : -y * time);

function bisect(terms: Terms): number {
  const lowSign = Math.sign(presentValue(terms, -limit));
  let low = -limit;
  let high = limit;
  for (;;) {
    const middle = (low + high) / 2;
    // Until no double is between, or the rate is exact beyond the rounding of the flows.
    if (middle === low || middle === high || high - low < 1e-18) return middle;
    const sign = Math.sign(presentValue(terms, middle));
    if (sign === 0) return middle;
    if (sign === lowSign) low = middle;
    else high = middle;
  }
}

function isPureInvestment({ amounts, times }: Terms, y: number): boolean {
  const flows = amounts.map((amount, i) => amount * discount(times[i] ?? NaN, y));
  const error = roundingError * flows.reduce((sum, flow) => sum + Math.abs(flow), 0);
  let balance = 0;
  let lowest = 0;
  let highest = 0;
  for (const flow of flows.subarray(0, -1)) {
    balance += flow;
    lowest = Math.min(lowest, balance);
    highest = Math.max(highest, balance);
  }
  return lowest >= -error || highest <= error;
}

/** Sums over the flows at one rate z: paid in and withdrawn, the slope of their difference, and the second derivatives. */
interface Sides {
  readonly z: number;
  readonly paid: number;
  readonly withdrawn: number;
  readonly slope: number;
  readonly paidCurve: number;
  readonly withdrawnCurve: number;
}

/**
 * Number of roots between −700 and 700: 0, 1, or 2 for more. Divides the range until each part is decided. The value is
 * f = A − B, flows paid in less flows withdrawn; A, B and their second derivatives are positive and fall with the rate.
 *
 * - On [a, b] of width w there is no root if A(b) > B(a) or B(b) > A(a).
 * - With |f″| ≤ M = max(A″(a) − B″(b), B″(a) − A″(b)), there is none if |f(a)| > w |f′(a)| + M w² ÷ 2, and f is
 *   monotone if |f′(a)| > M w: it then has one root if and only if its signs at the two ends differ.
 * - An interval that stays undecided has a root where f touches 0: counts as 2.
 */
function countRoots(terms: Terms): number {
  const negative = { ...terms, times: terms.times.map((time) => 1 - time) };
  const budget = { left: evaluationLimit };
  const { paid, withdrawn } = sidesAt(terms, 0);
  const roots = rootsFrom(terms, budget) + rootsFrom(negative, budget);
  return Math.min(roots + Number(paid === withdrawn), 2);
}

/** Number of roots at z > 0 of Σ amount e^(−z time). */
function rootsFrom(terms: Terms, budget: { left: number }): number {
  const pending = [[sidesAt(terms, 0), sidesAt(terms, limit)] as const];
  let roots = 0;
  for (let next = pending.pop(); next !== undefined && roots < 2; next = pending.pop()) {
    const [a, b] = next;
    if (b.paid > a.withdrawn || b.withdrawn > a.paid) continue;
    const width = b.z - a.z;
    const before = a.paid - a.withdrawn;
    const after = b.paid - b.withdrawn;
    const bend = width * Math.max(a.paidCurve - b.withdrawnCurve, a.withdrawnCurve - b.paidCurve);
    if (Math.abs(before) > width * (Math.abs(a.slope) + bend / 2)) continue;
    if (Math.abs(a.slope) > bend) {
      if (before * after < 0 || (after === 0 && before !== 0)) roots += 1;
    } else if (width < separation || budget.left === 0) {
      return 2;
    } else {
      budget.left -= 1;
      const middle = sidesAt(terms, (a.z + b.z) / 2);
      pending.push([middle, b], [a, middle]);
    }
  }
  return roots;
}

function sidesAt({ amounts, times }: Terms, z: number): Sides {
  let [paid, withdrawn, slope, paidCurve, withdrawnCurve] = [0, 0, 0, 0, 0];
  for (let i = 0; i < amounts.length; i++) {
    const time = times[i] ?? NaN;
    const value = (amounts[i] ?? NaN) * Math.exp(-z * time);
    slope -= value * time;
    if (value > 0) {
      paid += value;
      paidCurve += value * time ** 2;
    } else {
      withdrawn -= value;
      withdrawnCurve -= value * time ** 2;
    }
  }
  return { z, paid, withdrawn, slope, paidCurve, withdrawnCurve };
}
