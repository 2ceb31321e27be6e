/**
 * A sum of many step functions at records: each has one value from a record until another, and 0 elsewhere. A term costs two
 * additions, however long it lasts.
 *
 * Sums run with twice the digits (Knuth's two-sum), because terms are also subtracted: where few small terms are left, they must
 * not drown in the rounding of large ones that ended. Where none is left, the sum is exactly 0.
 */
export class ExactSteps {
  readonly #change: Float64Array;
  readonly #lost: Float64Array;
  readonly #count: Int32Array;

  /** @param records number of records. */
  constructor(records: number) {
    this.#change = new Float64Array(records);
    this.#lost = new Float64Array(records);
    this.#count = new Int32Array(records);
  }

  /** Adds a term at the records from `first` until before `after`. */
  add(value: number, first: number, after: number): void {
    this.#addAt(first, value, 1);
    if (after < this.#change.length) this.#addAt(after, -value, -1);
  }

  /** Returns the sum at each record. */
  values(): Float64Array<ArrayBuffer> {
    const values = new Float64Array(this.#change.length);
    let count = 0;
    let sum = 0;
    let lost = 0;
    for (let record = 0; record < values.length; record++) {
      count += this.#count[record] ?? 0;
      const added = this.#change[record] ?? 0;
      const next = sum + added;
      lost += errorOf(sum, added, next) + (this.#lost[record] ?? 0);
      // Renormalized, so that the rest stays small.
      sum = next + lost;
      lost -= sum - next;
      if (count === 0) [sum, lost] = [0, 0];
      values[record] = sum;
    }
    return values;
  }

  #addAt(record: number, value: number, count: number): void {
    const sum = this.#change[record] ?? 0;
    const next = sum + value;
    this.#change[record] = next;
    this.#lost[record] = (this.#lost[record] ?? 0) + errorOf(sum, value, next);
    this.#count[record] = (this.#count[record] ?? 0) + count;
  }
}

/** Rounding error of a + b = sum: exact. */
function errorOf(a: number, b: number, sum: number): number {
  const part = sum - a;
  return a - (sum - part) + (b - part);
}
