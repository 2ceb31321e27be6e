/**
 * The level of several series that are held together and rebalanced to their weights at each record: 100 at the first
 * record at which all are known, then
 *
 *     L(t) = L(s) × Σ wᵢ lᵢ(t) ÷ lᵢ(s)
 *
 * where s is the record before at which all are known. NaN where one is not known. A single series keeps its own level.
 *
 * @param columns levels of each series at the same records.
 * @param weights of the series, with the sum 1.
 * @throws RangeError if the columns differ in length, or there is not one weight for each.
 */
export function blendedLevels(
  columns: readonly Float64Array[],
  weights: ArrayLike<number>,
): Float64Array {
  const [only] = columns;
  const count = only?.length ?? 0;
  if (weights.length !== columns.length || columns.some(({ length }) => length !== count)) {
    throw new RangeError(`${weights.length} weights do not fit columns of ${count}`);
  }
  if (columns.length === 1 && only !== undefined) return only;
  const levels = new Float64Array(count).fill(NaN);
  let before = -1;
  for (let t = 0; t < count; t++) {
    if (!columns.every((column) => Number.isFinite(column[t]))) continue;
    const growth = columns.reduce(
      (sum, column, i) =>
        sum + (weights[i] ?? NaN) * ((column[t] ?? NaN) / (column[before] ?? NaN)),
      0,
    );
    levels[t] = before < 0 ? 100 : (levels[before] ?? NaN) * growth;
    before = t;
  }
  return levels;
}
