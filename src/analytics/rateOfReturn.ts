import { sumOf } from './weights.ts';

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
const evaluationLimit = 2000;
/** Relative rounding error of a sum of discounted flows. */
const roundingError = 2 ** -48;

/** A flow with its time as a share of the time between the first flow and the last. */
interface Term {
  readonly amount: number;
  readonly since: number;
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
  const terms = flows.map(({ at, amount }) => ({
    amount: amount / largest,
    since: (at - first) / span,
  }));
  const hasBracket = presentValue(terms, -limit) * presentValue(terms, limit) < 0;
  const root = hasBracket ? bisect(terms) : NaN;
  if (hasBracket && isPureInvestment(terms, root)) return root;
  const count = countRoots(terms);
  if (count > 1) return 'several-roots';
  return count === 1 && hasBracket ? root : 'no-root';
}

/** Σ CF e^(−y s), for y < 0 times e^y: the sign is the same and no term exceeds its flow. */
const presentValue = (terms: readonly Term[], y: number): number => sumOf(discounted(terms, y));

const discounted = (terms: readonly Term[], y: number): readonly number[] =>
  terms.map(({ amount, since }) => amount * Math.exp(y < 0 ? y * (1 - since) : -y * since));

function bisect(terms: readonly Term[]): number {
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

function isPureInvestment(terms: readonly Term[], y: number): boolean {
  const flows = discounted(terms, y);
  const error = roundingError * flows.reduce((sum, flow) => sum + Math.abs(flow), 0);
  let balance = 0;
  let lowest = 0;
  let highest = 0;
  for (const flow of flows.slice(0, -1)) {
    balance += flow;
    lowest = Math.min(lowest, balance);
    highest = Math.max(highest, balance);
  }
  return lowest >= -error || highest <= error;
}

/** Sums over the flows at one rate z: those paid in, those withdrawn, and both weighted by their exponents. */
interface Sides {
  readonly z: number;
  readonly paid: number;
  readonly withdrawn: number;
  readonly paidSlope: number;
  readonly withdrawnSlope: number;
}

/**
 * Number of roots between −700 and 700: 0, 1, or 2 for more. Divides the range until each part is decided: the value is
 * f = A − B, flows paid in less flows withdrawn, and both fall with the rate. On [a, b] there is no root if A(b) > B(a)
 * or B(b) > A(a); the same for the derivative shows that f is monotone, so it has one root if and only if its signs at
 * the two ends differ. An interval that stays undecided is a root where f touches 0: counts as 2.
 */
function countRoots(terms: readonly Term[]): number {
  const negative = terms.map(({ amount, since }) => ({ amount, since: 1 - since }));
  const budget = { left: evaluationLimit };
  const { paid, withdrawn } = sidesAt(terms, 0);
  const roots = rootsFrom(terms, budget) + rootsFrom(negative, budget);
  return Math.min(roots + Number(paid === withdrawn), 2);
}

/** Number of roots at z > 0 of Σ amount e^(−z since). */
function rootsFrom(terms: readonly Term[], budget: { left: number }): number {
  const pending = [[sidesAt(terms, 0), sidesAt(terms, limit)] as const];
  let roots = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [a, b] = next;
    if (b.paid > a.withdrawn || b.withdrawn > a.paid) continue;
    if (b.paidSlope > a.withdrawnSlope || b.withdrawnSlope > a.paidSlope) {
      const before = a.paid - a.withdrawn;
      const after = b.paid - b.withdrawn;
      if (before * after < 0 || (after === 0 && before !== 0)) roots += 1;
    } else if (b.z - a.z < separation || budget.left === 0) {
      return 2;
    } else {
      budget.left -= 1;
      const middle = sidesAt(terms, (a.z + b.z) / 2);
      pending.push([middle, b], [a, middle]);
    }
    if (roots > 1) return 2;
  }
  return roots;
}

function sidesAt(terms: readonly Term[], z: number): Sides {
  let [paid, withdrawn, paidSlope, withdrawnSlope] = [0, 0, 0, 0];
  for (const { amount, since } of terms) {
    const value = amount * Math.exp(-z * since);
    if (amount > 0) {
      paid += value;
      paidSlope += value * since;
    } else {
      withdrawn -= value;
      withdrawnSlope -= value * since;
    }
  }
  return { z, paid, withdrawn, paidSlope, withdrawnSlope };
}
