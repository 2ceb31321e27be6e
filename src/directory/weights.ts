import { quartilesOf, similarityOf } from '#analytics/cohort.ts';
import { maxNearest, minPeers, type NearestUser, type Outlier } from '#contract/peers.ts';
import type { Directory } from './directory.ts';
import { everyone } from './query.ts';
import type { Valuation } from './userValuation.ts';

interface Compared<Row> {
  readonly asOf: number;
  /** Number with known weights, and number without. */
  readonly compared: number;
  readonly unknown: number;
  readonly rows: readonly Row[];
}

type Weights = ReadonlyMap<number, number>;

/** Weights of parts; null if there is no value, or a value is unknown or negative. */
function weightsOf(values: ReadonlyMap<number, number>): Weights | null {
  let sum = 0;
  for (const value of values.values()) {
    if (!(value >= 0)) return null;
    sum += value;
  }
  if (sum === 0) return null;
  return new Map([...values].map(([token, value]) => [token, value / sum]));
}

function weightsOfUser(valuation: Valuation, rowIndex: number): Weights | null {
  const values = new Map<number, number>();
  valuation.eachHeld(rowIndex, 'token', (token, value) => {
    values.set(token, (values.get(token) ?? 0) + value);
  });
  return weightsOf(values);
}

/** The users with the most similar weights, most similar first. Unknown weights of the user: no rows. */
export function* nearestTo(
  directory: Directory,
  own: number,
): Generator<void, Compared<NearestUser> & { readonly isKnown: boolean }> {
  const { people } = directory.tables;
  const { rows, figures, asOf } = yield* directory.members(everyone);
  const valuation = directory.tables.valuation();
  const weights = valuation === null ? null : weightsOfUser(valuation, own);
  if (valuation === null || weights === null) {
    return { asOf, compared: 0, unknown: 0, rows: [], isKnown: false };
  }
  const nearest: { rowIndex: number; similarity: number }[] = [];
  let compared = 0;
  let unknown = 0;
  for (const [index, rowIndex] of rows.entries()) {
    if (index % 128 === 127) yield;
    if (rowIndex === own || people.present[rowIndex] !== 1) continue;
    const others = weightsOfUser(valuation, rowIndex);
    if (others === null) {
      unknown += 1;
      continue;
    }
    compared += 1;
    const similarity = similarityOf(weights, others);
    if (similarity > 0) keepBest(nearest, { rowIndex, similarity }, (one) => -one.similarity);
  }
  return {
    asOf,
    compared,
    unknown,
    isKnown: true,
    rows: nearest.map(({ rowIndex, similarity }) => ({
      customId: people.id(rowIndex),
      name: people.name(rowIndex),
      total: known(figures.total[rowIndex]),
      similarity,
    })),
  };
}

/** The wallets of a thematic that differ most from the median weights, most different first. */
export function* outliersOf(
  directory: Directory,
  thematicId: string,
): Generator<void, Compared<Outlier>> {
  const { people, holdings } = directory.tables;
  const { rows, asOf } = yield* directory.members({ ...everyone, thematics: [thematicId] });
  const valuation = directory.tables.valuation();
  const thematic = holdings.thematics.find(thematicId);
  const wallets: { rowIndex: number; total: number; weights: Weights }[] = [];
  let unknown = 0;
  for (const [index, rowIndex] of rows.entries()) {
    if (index % 128 === 127) yield;
    if (people.present[rowIndex] !== 1 || valuation === null) continue;
    const values = new Map<number, number>();
    valuation.eachPosition(rowIndex, thematic, (token, _, value) => values.set(token, value));
    const weights = weightsOf(values);
    if (weights === null) unknown += 1;
    else wallets.push({ rowIndex, weights, total: sumOfValues(values) });
  }
  const compared = wallets.length;
  if (compared < minPeers) return { asOf, compared, unknown, rows: [] };
  const typical = yield* medianWeights(wallets.map(({ weights }) => weights));
  const furthest: ((typeof wallets)[number] & { similarity: number })[] = [];
  for (const [index, wallet] of wallets.entries()) {
    if (index % 128 === 127) yield;
    const similarity = similarityOf(wallet.weights, typical);
    keepBest(furthest, { ...wallet, similarity }, (one) => one.similarity);
  }
  const tokens = holdings.tokens.all;
  return {
    asOf,
    compared,
    unknown,
    rows: furthest.map(({ rowIndex, weights, total, similarity }) => {
      const token = mostDifferent(weights, typical);
      return {
        customId: people.id(rowIndex),
        name: people.name(rowIndex),
        total,
        similarity,
        token: tokens[token] ?? '',
        weight: weights.get(token) ?? 0,
        typical: typical.get(token) ?? 0,
      };
    }),
  };
}

/** The median of each token's weights, scaled to the sum 1. A wallet without a token has the weight 0. */
function* medianWeights(all: readonly Weights[]): Generator<void, Weights> {
  const tokens = new Set<number>();
  for (const weights of all) for (const token of weights.keys()) tokens.add(token);
  const medians = new Map<number, number>();
  for (const token of tokens) {
    const { median } = quartilesOf(Float64Array.from(all, (weights) => weights.get(token) ?? 0));
    if (median > 0) medians.set(token, median);
    yield;
  }
  return weightsOf(medians) ?? medians;
}

function mostDifferent(weights: Weights, typical: Weights): number {
  let largest = -1;
  let found = -1;
  for (const token of new Set([...weights.keys(), ...typical.keys()])) {
    const difference = Math.abs((weights.get(token) ?? 0) - (typical.get(token) ?? 0));
    if (difference > largest) [largest, found] = [difference, token];
  }
  return found;
}

/** Inserts into the rows with the smallest ranks; the first of equal ones stays first. */
function keepBest<Row>(rows: Row[], row: Row, rank: (row: Row) => number): void {
  let place = rows.length;
  while (place > 0 && rank(rows[place - 1] ?? row) > rank(row)) place -= 1;
  if (place < maxNearest) rows.splice(place, 0, row);
  rows.length = Math.min(rows.length, maxNearest);
}

const sumOfValues = (values: ReadonlyMap<number, number>): number =>
  [...values.values()].reduce((sum, value) => sum + value, 0);

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
