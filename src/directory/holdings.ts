import { Renumbering } from './renumbering.ts';
import { resized } from './textTable.ts';

export interface HoldingsStatement {
  readonly at: number;
  readonly positions: readonly { readonly token: string; readonly amount: number }[];
}

/** A wallet and its statements, ascending. */
export interface WalletStatements {
  readonly thematic: string;
  readonly statements: readonly HoldingsStatement[];
}

export interface UserHoldings {
  /** The instant (epoch ms) of the user's first holdings; null: never. */
  readonly heldFrom: number | null;
  readonly wallets: readonly WalletStatements[];
  /** Some statements, which no record of a history shows, were left out. */
  readonly isThinned?: boolean;
}

/** Statement of a wallet in effect from an instant until another (epoch ms); positions are token and amount in `page`, by turns. */
export interface StatementView {
  thematic: number;
  from: number;
  to: number;
  page: Float64Array;
  begin: number;
  end: number;
}

/** The records of some users, one after the other, with numbers of `tokens` and `thematics`. */
export interface PackedHoldings {
  readonly tokens: readonly string[];
  readonly thematics: readonly string[];
  readonly lengths: Uint32Array;
  readonly records: Float64Array;
  /** 1: thinned. */
  readonly thinned: Uint8Array;
}

/** Numbers texts in the order of their first use. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get all(): readonly string[] {
    return this.#names;
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    this.#names.push(name);
    return this.#names.length - 1;
  }

  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }
}

const pageLength = 1 << 18;

/**
 * The holdings of all users as consecutive numbers. A user's record: heldFrom, number of wallets; for each wallet its
 * thematic and number of statements; for each statement its instant and number of positions; for each position token
 * and amount.
 */
export class HoldingsTable {
  readonly tokens: Names;
  readonly thematics: Names;
  readonly #thinned = new Set<number>();
  #pages: Float64Array[] = [];
  #end = pageLength;
  #pageOf = new Uint32Array(1024);
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #used = 0;
  #unused = 0;

  /** @param names numbers of another table to share. */
  constructor(names: Pick<HoldingsTable, 'tokens' | 'thematics'> | null = null) {
    this.tokens = names?.tokens ?? new Names();
    this.thematics = names?.thematics ?? new Names();
  }

  get size(): number {
    return this.#pages.reduce((sum, page) => sum + page.byteLength, 0) + this.#starts.length * 12;
  }

  /** The page with a user's record and its start index; an empty page if there is none. */
  pageOf(rowIndex: number): Float64Array {
    return (this.#lengths[rowIndex] ?? 0) === 0
      ? none
      : (this.#pages[this.#pageOf[rowIndex] ?? 0] ?? none);
  }

  startOf(rowIndex: number): number {
    return this.#starts[rowIndex] ?? 0;
  }

  isThinned(rowIndex: number): boolean {
    return this.#thinned.has(rowIndex);
  }

  /** The instant of a user's first holdings; NaN: never. */
  heldFrom(rowIndex: number): number {
    return this.pageOf(rowIndex)[this.startOf(rowIndex)] ?? Number.NaN;
  }

  /** Visits the statements in memory, wallet by wallet, ascending. The view is valid until the visit returns. */
  eachStatement(rowIndex: number, visit: (statement: StatementView) => void): void {
    const page = this.pageOf(rowIndex);
    if (page.length === 0) return;
    const view = { thematic: 0, from: 0, to: 0, page, begin: 0, end: 0 };
    let at = this.startOf(rowIndex) + 1;
    for (let wallets = page[at++] ?? 0; wallets > 0; wallets--) {
      view.thematic = page[at++] ?? 0;
      for (let statements = page[at++] ?? 0; statements > 0; statements--) {
        view.from = page[at] ?? Number.NaN;
        view.begin = at + 2;
        view.end = view.begin + 2 * (page[at + 1] ?? 0);
        at = view.end;
        view.to = statements > 1 ? (page[at] ?? Number.NaN) : Number.POSITIVE_INFINITY;
        visit(view);
      }
    }
  }

  set(rowIndex: number, holdings: UserHoldings | null): void {
    this.#replace(
      rowIndex,
      holdings === null ? [] : this.#record(holdings),
      holdings?.isThinned === true,
    );
  }

  pack(rowIndexes: readonly number[]): PackedHoldings {
    const [tokens, thematics] = [new Renumbering(), new Renumbering()];
    const lengths = Uint32Array.from(rowIndexes, (rowIndex) => this.#lengths[rowIndex] ?? 0);
    const records = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
    let begin = 0;
    for (const rowIndex of rowIndexes) {
      const length = this.#lengths[rowIndex] ?? 0;
      const start = this.startOf(rowIndex);
      records.set(this.pageOf(rowIndex).subarray(start, start + length), begin);
      renumber(records.subarray(begin, begin + length), thematics.of, tokens.of);
      begin += length;
    }
    return {
      tokens: tokens.numbers.map((number) => this.tokens.all[number] ?? ''),
      thematics: thematics.numbers.map((number) => this.thematics.all[number] ?? ''),
      lengths,
      records,
      thinned: Uint8Array.from(rowIndexes, (rowIndex) => Number(this.isThinned(rowIndex))),
    };
  }

  /** Sets the holdings of rows from a pack, whose numbers it replaces. */
  unpack(rowIndexes: readonly number[], { lengths, records, thinned, ...names }: PackedHoldings) {
    const tokens = names.tokens.map((token) => this.tokens.numberOf(token));
    const thematics = names.thematics.map((thematic) => this.thematics.numberOf(thematic));
    let begin = 0;
    for (const [index, rowIndex] of rowIndexes.entries()) {
      const end = begin + (lengths[index] ?? 0);
      const record = records.subarray(begin, end);
      renumber(
        record,
        (number) => thematics[number] ?? 0,
        (number) => tokens[number] ?? 0,
      );
      this.#replace(rowIndex, record, thinned[index] === 1);
      begin = end;
    }
  }

  #replace(rowIndex: number, record: ArrayLike<number>, isThinned: boolean): void {
    if (isThinned) this.#thinned.add(rowIndex);
    else this.#thinned.delete(rowIndex);
    if (rowIndex >= this.#starts.length) {
      const room = Math.max(rowIndex + 1, this.#starts.length * 2);
      this.#pageOf = resized(this.#pageOf, new Uint32Array(room));
      this.#starts = resized(this.#starts, new Uint32Array(room));
      this.#lengths = resized(this.#lengths, new Uint32Array(room));
    }
    this.#unused += this.#lengths[rowIndex] ?? 0;
    this.#used -= this.#lengths[rowIndex] ?? 0;
    this.#append(rowIndex, record);
  }

  /** Frees unused memory if it exceeds the used; yields between slices. */
  *compact(): Generator<void, void> {
    if (this.#unused < this.#used + 4 * pageLength) return;
    const old = this.#pages.length;
    this.#end = pageLength;
    this.#unused = 0;
    for (let rowIndex = 0; rowIndex < this.#starts.length; rowIndex++) {
      const length = this.#lengths[rowIndex] ?? 0;
      const page = this.#pageOf[rowIndex] ?? 0;
      if (length === 0 || page >= old) continue;
      const start = this.#starts[rowIndex] ?? 0;
      this.#used -= length;
      this.#append(rowIndex, this.#pages[page]?.subarray(start, start + length) ?? []);
      if (rowIndex % 4096 === 0) yield;
    }
    for (let page = 0; page < old; page++) this.#pages[page] = none;
  }

  #record({ heldFrom, wallets }: UserHoldings): number[] {
    const record = [heldFrom ?? Number.NaN, wallets.length];
    for (const { thematic, statements } of wallets) {
      record.push(this.thematics.numberOf(thematic), statements.length);
      for (const { at, positions } of statements) {
        record.push(at, positions.length);
        for (const { token, amount } of positions) record.push(this.tokens.numberOf(token), amount);
      }
    }
    return record;
  }

  #append(rowIndex: number, record: ArrayLike<number>): void {
    if (this.#end + record.length > pageLength) {
      // A record longer than a page gets its own page.
      this.#pages.push(new Float64Array(Math.max(pageLength, record.length)));
      this.#end = 0;
    }
    const page = this.#pages.length - 1;
    this.#pages[page]?.set(record, this.#end);
    this.#pageOf[rowIndex] = page;
    this.#starts[rowIndex] = this.#end;
    this.#lengths[rowIndex] = record.length;
    this.#used += record.length;
    this.#end += record.length;
  }
}

const none = new Float64Array(0);

/** Replaces the numbers of thematics and tokens in a user's record. */
function renumber(
  record: Float64Array,
  thematicOf: (number: number) => number,
  tokenOf: (number: number) => number,
): void {
  let at = 2;
  for (let wallets = record[1] ?? 0; wallets > 0; wallets--) {
    record[at] = thematicOf(record[at] ?? 0);
    let statements = record[at + 1] ?? 0;
    for (at += 2; statements > 0; statements--) {
      const end = at + 2 + 2 * (record[at + 1] ?? 0);
      for (at += 2; at < end; at += 2) record[at] = tokenOf(record[at] ?? 0);
    }
  }
}

/** Returns the table with all statements of a user that an answer needs. */
export type HoldingsOf = (rowIndex: number) => HoldingsTable;
