import { Sum, sumOf } from './weights.ts';

/** Growth of a wallet and of its thematic over consecutive steps, 1 + return; equal lengths. 1.01 is +1 %. */
export interface AttributedSteps {
  readonly wallet: Float64Array;
  readonly thematic: Float64Array;
}

/** One token over the steps; equal lengths. */
export interface AttributedToken {
  /** Part of the wallet at the start of each step, 0..1. */
  readonly weights: Float64Array;
  /** Part of the thematic at the start of each step, 0..1. */
  readonly targets: Float64Array;
  /** Return of the token over each step. */
  readonly returns: Float64Array;
}

/** The cost of drift: why a wallet's return differs from that of its thematic. */
export interface Attribution {
  /** Return of the wallet over all steps, Π(1 + r) − 1, and of the thematic. */
  readonly wallet: number;
  readonly thematic: number;
  /** wallet − thematic. Negative: drift cost this much. */
  readonly difference: number;
  /** For each token, its part of the difference: −0.02 cost two percentage points. */
  readonly effects: Float64Array<ArrayBuffer>;
  /** For each step, its part of the difference. */
  readonly steps: Float64Array<ArrayBuffer>;
  /** difference − Σ effects: the rounding error, since the effects add up exactly. */
  readonly residual: number;
}

/**
 * Attributes the difference between the returns of a wallet and of its thematic to tokens and steps.
 *
 * Both hold the same tokens, so selection and interaction are 0. What is left is the allocation effect of Brinson and Fachler
 * ("Measuring Non-US Equity Portfolio Performance", Journal of Portfolio Management 11(3), 1985). In a step, with w the weight in
 * the wallet, t the weight in the thematic, b the token's return and B = Σ t b:
 *
 *     A_i = (w_i − t_i)(b_i − B),   so   Σ A_i = r − B
 *
 * Effects of consecutive steps are linked by cumulative factors, as the Groupe de Recherche en Attribution de Performance does
 * (GRAP, "Synthèse des modèles d'attribution de performance", Paris 1997; Bacon, "Practical Portfolio Performance Measurement and
 * Attribution", 2008, chapter 8): the wallet's growth before the step, and the thematic's growth after it.
 *
 *     A_i = Σ_k A_i,k × Π_{s<k}(1 + r_s) × Π_{s>k}(1 + B_s)
 *
 * The sum telescopes, so that Σ A_i = R − B over all steps, exactly. Unlike with logarithms (Cariño), a total loss and equal
 * returns need no limits.
 *
 * @param tokens may be generated one by one, so that not all columns are in memory together.
 * @throws RangeError if columns differ in length.
 */
export function attributionOf(
  { wallet, thematic }: AttributedSteps,
  tokens: Iterable<AttributedToken>,
): Attribution {
  demandLength(thematic, wallet.length);
  const factors = linkingFactors(wallet, thematic);
  const effects: number[] = [];
  const steps = Array.from(wallet, () => new Sum());
  for (const { weights, targets, returns } of tokens) {
    for (const column of [weights, targets, returns]) demandLength(column, wallet.length);
    const effect = new Sum();
    for (let k = 0; k < wallet.length; k++) {
      const active = (weights[k] ?? NaN) - (targets[k] ?? NaN);
      const excess = (returns[k] ?? NaN) - ((thematic[k] ?? NaN) - 1);
      const part = active * excess * (factors[k] ?? NaN);
      effect.add(part);
      steps[k]?.add(part);
    }
    effects.push(effect.value);
  }
  const total = { wallet: compounded(wallet), thematic: compounded(thematic) };
  const difference = total.wallet - total.thematic + 0;
  return {
    ...total,
    difference,
    effects: Float64Array.from(effects),
    steps: Float64Array.from(steps, ({ value }) => value),
    residual: sumOf([difference, ...effects.map((effect) => -effect)]),
  };
}

/**
 * Return of consecutive growths, Π(1 + r) − 1; 0 without steps. A plain product, as in the linking factors, so that the effects
 * add up to the difference. For a figure with its reasons, see `compoundReturn`.
 */
export function compounded(growths: Iterable<number>): number {
  let growth = 1;
  for (const one of growths) growth *= one;
  return growth - 1;
}

function linkingFactors(wallet: Float64Array, thematic: Float64Array): Float64Array {
  const factors = new Float64Array(wallet.length);
  let after = 1;
  for (let k = factors.length - 1; k >= 0; k--) {
    factors[k] = after;
    after *= thematic[k] ?? NaN;
  }
  let before = 1;
  for (let k = 0; k < factors.length; k++) {
    factors[k] = (factors[k] ?? NaN) * before;
    before *= wallet[k] ?? NaN;
  }
  return factors;
}

function demandLength(column: Float64Array, length: number): void {
  if (column.length !== length) {
    throw new RangeError(`a column of ${column.length} does not fit ${length} steps`);
  }
}
