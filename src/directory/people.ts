import { fold } from '#contract/search.ts';
import { AttributeTable, type PackedAttributes } from './attributeTable.ts';
import { resized, TextTable } from './textTable.ts';

export interface Person {
  readonly customId: string;
  readonly name: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; NaN if unknown. */
  readonly createdAt: number;
  readonly sample: boolean;
}

/** People in columns, in the same order. */
export interface PackedPeople {
  readonly customIds: readonly string[];
  readonly names: readonly (string | null)[];
  readonly createdAt: Float64Array;
  /** 1: sample. */
  readonly samples: Uint8Array;
  readonly attributes: PackedAttributes;
}

/** The people of the directory, each in a row; free rows are reused. */
export class People {
  readonly attributes = new AttributeTable();
  /** Names, then ids. */
  readonly texts = new TextTable();
  readonly #ids: string[] = [];
  readonly #names: (string | null)[] = [];
  readonly #rowIndexes = new Map<number, number>();
  readonly #free: number[] = [];
  #created = new Float64Array(1024).fill(Number.NaN);
  #samples = new Uint8Array(1024);
  #present = new Uint8Array(1024);
  #dated = 0;

  get count(): number {
    return this.#rowIndexes.size;
  }

  /** One more than the highest row index, taken or free. */
  get length(): number {
    return this.#ids.length;
  }

  get capacity(): number {
    return this.#created.length;
  }

  /** Bytes in memory, roughly. */
  get size(): number {
    return this.attributes.size + this.texts.size + this.capacity * 100;
  }

  /** 1 at rows that are taken. */
  get present(): Uint8Array {
    return this.#present;
  }

  get created(): Float64Array {
    return this.#created;
  }

  get hasDates(): boolean {
    return this.#dated > 0;
  }

  get keys(): Iterable<number> {
    return this.#rowIndexes.keys();
  }

  rowIndexOf(key: number): number | undefined {
    return this.#rowIndexes.get(key);
  }

  id(rowIndex: number): string {
    return this.#ids[rowIndex] ?? '';
  }

  name(rowIndex: number): string | null {
    return this.#names[rowIndex] ?? null;
  }

  rowIndexes(): Uint32Array {
    const rowIndexes = new Uint32Array(this.count);
    let end = 0;
    for (let rowIndex = 0; end < rowIndexes.length; rowIndex++) {
      rowIndexes[end] = rowIndex;
      end += this.#present[rowIndex] ?? 0;
    }
    return rowIndexes;
  }

  read(rowIndex: number): Person {
    return {
      customId: this.id(rowIndex),
      name: this.name(rowIndex),
      attributes: this.attributes.read(rowIndex),
      createdAt: this.#created[rowIndex] ?? 0,
      sample: this.#samples[rowIndex] === 1,
    };
  }

  set(key: number, { attributes, ...person }: Person): number {
    const rowIndex = this.#replace(key, person);
    this.attributes.set(rowIndex, attributes);
    return rowIndex;
  }

  pack(rowIndexes: readonly number[]): PackedPeople {
    return {
      customIds: rowIndexes.map((rowIndex) => this.id(rowIndex)),
      names: rowIndexes.map((rowIndex) => this.name(rowIndex)),
      createdAt: Float64Array.from(rowIndexes, (rowIndex) => this.#created[rowIndex] ?? 0),
      samples: Uint8Array.from(rowIndexes, (rowIndex) => this.#samples[rowIndex] ?? 0),
      attributes: this.attributes.pack(rowIndexes),
    };
  }

  /** Adds or replaces the people of a pack. @returns their rows. */
  unpack(
    keys: Float64Array,
    { customIds, names, createdAt, samples, attributes }: PackedPeople,
  ): readonly number[] {
    const rowIndexes = Array.from(keys, (key, index) =>
      this.#replace(key, {
        customId: customIds[index] ?? '',
        name: names[index] ?? null,
        createdAt: createdAt[index] ?? Number.NaN,
        sample: samples[index] === 1,
      }),
    );
    this.attributes.unpack(rowIndexes, attributes);
    return rowIndexes;
  }

  /** Removes a person. @returns the freed row; undefined for an unknown key. */
  delete(key: number): number | undefined {
    const rowIndex = this.#rowIndexes.get(key);
    if (rowIndex === undefined) return undefined;
    this.#rowIndexes.delete(key);
    this.#present[rowIndex] = 0;
    this.#ids[rowIndex] = '';
    this.#names[rowIndex] = null;
    this.texts.set(rowIndex, '');
    this.attributes.set(rowIndex, {});
    this.#setCreated(rowIndex, Number.NaN);
    this.#free.push(rowIndex);
    return rowIndex;
  }

  #replace(key: number, { customId, name, createdAt, sample }: Omit<Person, 'attributes'>): number {
    const known = this.#rowIndexes.get(key);
    const rowIndex = known ?? this.#free.pop() ?? this.#ids.length;
    if (rowIndex >= this.#created.length) this.#grow();
    this.#rowIndexes.set(key, rowIndex);
    if (this.#ids[rowIndex] !== customId || this.#names[rowIndex] !== name) {
      this.texts.set(rowIndex, fold(name ?? ''), fold(customId));
    }
    this.#ids[rowIndex] = customId;
    this.#names[rowIndex] = name;
    this.#setCreated(rowIndex, createdAt);
    this.#samples[rowIndex] = sample ? 1 : 0;
    this.#present[rowIndex] = 1;
    return rowIndex;
  }

  #setCreated(rowIndex: number, createdAt: number): void {
    const before = this.#created[rowIndex] ?? Number.NaN;
    this.#dated += Number(!Number.isNaN(createdAt)) - Number(!Number.isNaN(before));
    this.#created[rowIndex] = createdAt;
  }

  #grow(): void {
    const room = this.#created.length * 2;
    this.#created = resized(this.#created, new Float64Array(room).fill(Number.NaN));
    this.#samples = resized(this.#samples, new Uint8Array(room));
    this.#present = resized(this.#present, new Uint8Array(room));
  }
}
