import type { DirectoryPeriod } from '#contract/directory.ts';

export interface PeriodFigures {
  /** Total less the total at the period's first record; NaN without holdings by then. */
  readonly change: Float64Array;
  /** Net inflow within the change. */
  readonly flow: Float64Array;
  /** Time-weighted, 0.1 for ten percent. */
  readonly return: Float64Array;
}

/** The figures of all users at one instant, as columns indexed by row. */
export interface Figures {
  readonly asOf: number;
  readonly version: number;
  /** NaN if unknown, like the counts of wallets. */
  readonly total: Float64Array;
  readonly walletCount: Float64Array;
  readonly openWallets: Float64Array;
  /** The largest position's share of the total, 0..1; NaN if the total is 0. */
  readonly largest: Float64Array;
  readonly largestToken: Uint32Array;
  /** Herfindahl–Hirschman index over tokens; NaN if the total is 0. */
  readonly hhi: Float64Array;
  readonly periods: Readonly<Record<DirectoryPeriod, PeriodFigures>>;
  readonly heldThematics: Membership;
  readonly heldTokens: Membership;
}

interface Kinds {
  readonly thematics: number;
  readonly tokens: number;
}

export function* createFigures(
  asOf: number,
  version: number,
  length: number,
  { thematics, tokens }: Kinds,
): Generator<void, Figures> {
  function* column() {
    yield;
    return new Float64Array(length);
  }
  function* unknown() {
    return (yield* column()).fill(Number.NaN);
  }
  function* period(): Generator<void, PeriodFigures> {
    return { change: yield* unknown(), flow: yield* unknown(), return: yield* unknown() };
  }
  return {
    asOf,
    version,
    total: yield* column(),
    walletCount: yield* column(),
    openWallets: yield* column(),
    largest: yield* unknown(),
    largestToken: new Uint32Array(length),
    hhi: yield* unknown(),
    periods: {
      day: yield* period(),
      week: yield* period(),
      month: yield* period(),
      year: yield* period(),
    },
    heldThematics: new Membership(length, thematics),
    heldTokens: new Membership(length, tokens),
  };
}

export function widened(figures: Figures, length: number): Figures {
  const { asOf, version, heldThematics, heldTokens } = figures;
  const kinds = { thematics: heldThematics.kinds, tokens: heldTokens.kinds };
  const making = createFigures(asOf, version, length, kinds);
  let made = making.next();
  while (made.done !== true) made = making.next();
  const columns = bytesOf(made.value);
  for (const [index, column] of bytesOf(figures).entries()) columns[index]?.set(column);
  return made.value;
}

/** The bytes of all nested columns, always in the same order. */
export function bytesOf(within: unknown): Uint8Array[] {
  if (ArrayBuffer.isView(within)) {
    return [new Uint8Array(within.buffer, within.byteOffset, within.byteLength)];
  }
  return within instanceof Object ? Object.values(within).flatMap(bytesOf) : [];
}

export class Membership {
  readonly columns: Uint32Array[] = [];
  readonly #length: number;

  constructor(length: number, kinds: number) {
    this.#length = length;
    this.#reserve(kinds);
  }

  get kinds(): number {
    return this.columns.length * 32;
  }

  add(rowIndex: number, kind: number): void {
    this.#reserve(kind + 1);
    const column = this.columns[kind >>> 5];
    if (column !== undefined) column[rowIndex] = (column[rowIndex] ?? 0) | (1 << (kind & 31));
  }

  clear(rowIndex: number): void {
    for (const column of this.columns) column[rowIndex] = 0;
  }

  /** Sets to 1, at their index, the marks of rows with one of the kinds. */
  mark(kinds: readonly number[], rowIndexes: Uint32Array, marks: Uint8Array): void {
    const masks = this.columns.map(() => 0);
    for (const kind of kinds) {
      if (kind >= 0) masks[kind >>> 5] = (masks[kind >>> 5] ?? 0) | (1 << (kind & 31));
    }
    for (const [number, mask] of masks.entries()) {
      const column = this.columns[number];
      if (mask === 0 || column === undefined) continue;
      for (let index = 0; index < rowIndexes.length; index++) {
        const has = ((column[rowIndexes[index] ?? 0] ?? 0) & mask) !== 0;
        marks[index] = (marks[index] ?? 0) | Number(has);
      }
    }
  }

  #reserve(kinds: number): void {
    while (this.kinds < kinds) this.columns.push(new Uint32Array(this.#length));
  }
}
