import { attributeLines, fold, type AttributeLine } from '#contract/search.ts';
import { Renumbering } from './renumbering.ts';
import { resized, TextTable } from './textTable.ts';

interface StoredValue {
  readonly name: string;
  readonly json: string;
  /** null: a text, number or boolean, which has one line. */
  readonly lines: readonly AttributeLine[] | null;
}

/** The attributes of some users: their values, each once, and for each user how many it has and their numbers. */
export interface PackedAttributes {
  readonly names: readonly string[];
  readonly jsons: readonly string[];
  readonly counts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** The numbers of the values of one name, by their JSON; and how many of them are lists or objects. */
interface NamedValues {
  readonly numbers: Map<string, number>;
  nested: number;
}

/**
 * The attributes of all users: each distinct value of a name once, and for each user the numbers of its values.
 * Filters, searches and counts examine each distinct value, and then only numbers.
 */
export class AttributeTable {
  readonly #values: (StoredValue | null)[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];
  readonly #byName = new Map<string, NamedValues>();
  readonly #texts = new TextTable();
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #numbers = new Uint32Array(4096);
  #end = 0;
  #unused = 0;

  /** Value numbers are below this count. */
  get valueCount(): number {
    return this.#values.length;
  }

  get names(): Iterable<string> {
    return this.#byName.keys();
  }

  get size(): number {
    let texts = 0;
    for (const value of this.#values) texts += 2 * (value?.json.length ?? 0) + 64;
    const numbers = this.#numbers.byteLength + this.#starts.byteLength + this.#lengths.byteLength;
    return texts + numbers + this.#texts.size;
  }

  set(rowIndex: number, attributes: Readonly<Record<string, unknown>>): void {
    const numbers = Object.entries(attributes).map(([name, value]) =>
      this.#use(this.#numberOf(name, JSON.stringify(value))),
    );
    this.#replace(rowIndex, numbers);
  }

  pack(rowIndexes: readonly number[]): PackedAttributes {
    const counts = Uint32Array.from(rowIndexes, (rowIndex) => this.#lengths[rowIndex] ?? 0);
    const { of, numbers } = new Renumbering();
    const packed = rowIndexes.flatMap((rowIndex) => Array.from(this.numbersOf(rowIndex), of));
    const values = numbers.map((number) => this.#values[number]);
    return {
      names: values.map((value) => value?.name ?? ''),
      jsons: values.map((value) => value?.json ?? 'null'),
      counts,
      numbers: Uint32Array.from(packed),
    };
  }

  /** Sets the attributes of rows from a pack. */
  unpack(rowIndexes: readonly number[], { names, jsons, counts, numbers }: PackedAttributes): void {
    const known = names.map((name, index) => this.#numberOf(name, jsons[index] ?? 'null'));
    // All uses first: replacing a row releases values, which a later row may use.
    const used = numbers.map((number) => this.#use(known[number] ?? 0));
    let begin = 0;
    for (const [index, rowIndex] of rowIndexes.entries()) {
      const end = begin + (counts[index] ?? 0);
      this.#replace(rowIndex, used.subarray(begin, end));
      begin = end;
    }
  }

  #replace(rowIndex: number, numbers: ArrayLike<number>): void {
    if (rowIndex >= this.#starts.length) {
      const room = Math.max(rowIndex + 1, this.#starts.length * 2);
      this.#starts = resized(this.#starts, new Uint32Array(room));
      this.#lengths = resized(this.#lengths, new Uint32Array(room));
    }
    const before = this.numbersOf(rowIndex).slice();
    for (const number of before) this.#release(number);
    this.#unused += before.length;
    if (this.#end + numbers.length > this.#numbers.length) this.#makeRoom(numbers.length);
    this.#numbers.set(numbers, this.#end);
    this.#starts[rowIndex] = this.#end;
    this.#lengths[rowIndex] = numbers.length;
    this.#end += numbers.length;
  }

  /** The attributes of a user, in their order. */
  read(rowIndex: number): Record<string, unknown> {
    const entries = Array.from(this.numbersOf(rowIndex), (number): [string, unknown] => {
      const value = this.#values[number];
      return [value?.name ?? '', JSON.parse(value?.json ?? 'null')];
    });
    return Object.fromEntries(entries);
  }

  /** The numbers of a user's values; valid until the next change. */
  numbersOf(rowIndex: number): Uint32Array {
    const start = this.#starts[rowIndex] ?? 0;
    return this.#numbers.subarray(start, start + (this.#lengths[rowIndex] ?? 0));
  }

  *numbersOfName(name: string): Iterable<number> {
    yield* this.#byName.get(name)?.numbers.values() ?? [];
  }

  linesOf(number: number): readonly AttributeLine[] {
    const value = this.#values[number];
    if (value === undefined || value === null) return [];
    return value.lines ?? attributeLines(value.name, JSON.parse(value.json));
  }

  /** The distinct texts of a user's values with a name, as a filter by attribute compares them: `kyc.level` of `{ level: 3 }`. */
  textsOf(rowIndex: number, name: string): ReadonlySet<string> {
    const texts = new Set<string>();
    for (const number of this.numbersOf(rowIndex)) {
      const stored = this.#values[number];
      if (stored == null) continue;
      if (stored.lines === null && stored.name !== name) continue;
      for (const line of this.linesOf(number)) if (line.name === name) texts.add(line.value);
    }
    return texts;
  }

  valueOf(number: number): unknown {
    return JSON.parse(this.#values[number]?.json ?? 'null');
  }

  isSimple(name: string): boolean {
    return this.#byName.get(name)?.nested === 0;
  }

  /** Marks the values that contain a word; examines every value. */
  valuesWith(word: Uint8Array): Uint8Array {
    const marks = new Uint8Array(this.#values.length);
    this.#texts.mark(word, Uint32Array.from(marks.keys()), marks, 'any');
    return marks;
  }

  /** Marks the values with a matching line. `name` is the line's name: `kyc.level` for `{ level: 3 }` of `kyc`. */
  valuesWhere(isName: (name: string) => boolean, isValue: (value: string) => boolean): Uint8Array {
    const marks = new Uint8Array(this.#values.length);
    for (const [name, { numbers, nested }] of this.#byName) {
      if (nested === 0 && !isName(name)) continue;
      for (const number of numbers.values()) {
        const lines = this.linesOf(number);
        if (lines.some((line) => isName(line.name) && isValue(line.value))) marks[number] = 1;
      }
    }
    return marks;
  }

  hasName(isName: (name: string) => boolean): boolean {
    for (const [name, { numbers, nested }] of this.#byName) {
      if (isName(name)) return true;
      if (nested === 0) continue;
      for (const number of numbers.values()) {
        if (this.linesOf(number).some((line) => isName(line.name))) return true;
      }
    }
    return false;
  }

  /** Sets to 1, at their index, the marks of users with a marked value. */
  markUsers(values: Uint8Array, rowIndexes: Uint32Array, marks: Uint8Array): void {
    const [numbers, starts, lengths] = [this.#numbers, this.#starts, this.#lengths];
    for (let index = 0; index < rowIndexes.length; index++) {
      const rowIndex = rowIndexes[index] ?? 0;
      const start = starts[rowIndex] ?? 0;
      const end = start + (lengths[rowIndex] ?? 0);
      let marked = marks[index] ?? 0;
      for (let at = start; at < end; at++) marked |= values[numbers[at] ?? 0] ?? 0;
      marks[index] = marked;
    }
  }

  count(rowIndexes: Uint32Array, counts: Uint32Array): void {
    const [numbers, starts, lengths] = [this.#numbers, this.#starts, this.#lengths];
    for (let index = 0; index < rowIndexes.length; index++) {
      const rowIndex = rowIndexes[index] ?? 0;
      const start = starts[rowIndex] ?? 0;
      const end = start + (lengths[rowIndex] ?? 0);
      for (let at = start; at < end; at++) {
        const number = numbers[at] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
  }

  /** For each user up to `length` the entry in `of` of its value, if one has an entry; NaN for others. */
  project(of: Float64Array, length: number): Float64Array {
    const numbers = this.#numbers;
    const column = new Float64Array(length).fill(Number.NaN);
    for (let rowIndex = 0; rowIndex < length; rowIndex++) {
      const start = this.#starts[rowIndex] ?? 0;
      const end = start + (this.#lengths[rowIndex] ?? 0);
      for (let at = start; at < end; at++) {
        const value = of[numbers[at] ?? 0] ?? Number.NaN;
        if (!Number.isNaN(value)) column[rowIndex] = value;
      }
    }
    return column;
  }

  #use(number: number): number {
    this.#uses[number] = (this.#uses[number] ?? 0) + 1;
    return number;
  }

  #numberOf(name: string, json: string): number {
    const named = this.#byName.get(name) ?? { numbers: new Map<string, number>(), nested: 0 };
    this.#byName.set(name, named);
    const known = named.numbers.get(json);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#values.length;
    const value: unknown = JSON.parse(json);
    const lines = attributeLines(name, value);
    const isNested = typeof value === 'object';
    this.#values[number] = { name, json, lines: isNested ? lines : null };
    this.#uses[number] = 0;
    this.#texts.set(number, lines.map((line) => fold(line.value)).join('\n'));
    named.numbers.set(json, number);
    if (isNested) named.nested += 1;
    return number;
  }

  #release(number: number): void {
    const uses = (this.#uses[number] ?? 0) - 1;
    this.#uses[number] = uses;
    const value = this.#values[number];
    if (uses > 0 || value === undefined || value === null) return;
    const named = this.#byName.get(value.name);
    named?.numbers.delete(value.json);
    if (named !== undefined && value.lines !== null) named.nested -= 1;
    if (named?.numbers.size === 0) this.#byName.delete(value.name);
    this.#values[number] = null;
    this.#texts.set(number, '');
    this.#free.push(number);
  }

  #makeRoom(more: number): void {
    const used = this.#end - this.#unused;
    const numbers = new Uint32Array(Math.max(4096, Math.ceil((used + more) * 1.5)));
    let end = 0;
    for (let rowIndex = 0; rowIndex < this.#starts.length; rowIndex++) {
      const own = this.numbersOf(rowIndex);
      numbers.set(own, end);
      this.#starts[rowIndex] = end;
      end += own.length;
    }
    this.#numbers = numbers;
    this.#end = end;
    this.#unused = 0;
  }
}
