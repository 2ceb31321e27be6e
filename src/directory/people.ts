import { fold } from '#contract/search.ts';
import { AttributeTable } from './attributeTable.ts';
import { resized, TextTable } from './textTable.ts';

export interface Person {
  readonly customId: string;
  readonly name: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; NaN if unknown. */
  readonly createdAt: number;
  readonly sample: boolean;
}

/** The people of the directory, each at a place; free places are reused. */
export class People {
  readonly attributes = new AttributeTable();
  /** Names, then ids. */
  readonly texts = new TextTable();
  readonly #ids: string[] = [];
  readonly #names: (string | null)[] = [];
  readonly #places = new Map<number, number>();
  readonly #free: number[] = [];
  #created = new Float64Array(1024).fill(Number.NaN);
  #samples = new Uint8Array(1024);
  #present = new Uint8Array(1024);
  #dated = 0;

  get count(): number {
    return this.#places.size;
  }

  /** All places, taken or free, are below it. */
  get length(): number {
    return this.#ids.length;
  }

  get capacity(): number {
    return this.#created.length;
  }

  /** 1 at places that are taken. */
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
    return this.#places.keys();
  }

  placeOf(key: number): number | undefined {
    return this.#places.get(key);
  }

  id(place: number): string {
    return this.#ids[place] ?? '';
  }

  name(place: number): string | null {
    return this.#names[place] ?? null;
  }

  places(): Uint32Array {
    const places = new Uint32Array(this.count);
    let end = 0;
    for (let place = 0; end < places.length; place++) {
      places[end] = place;
      end += this.#present[place] ?? 0;
    }
    return places;
  }

  read(place: number): Person {
    return {
      customId: this.id(place),
      name: this.name(place),
      attributes: this.attributes.read(place),
      createdAt: this.#created[place] ?? 0,
      sample: this.#samples[place] === 1,
    };
  }

  set(key: number, { customId, name, attributes, createdAt, sample }: Person): number {
    const known = this.#places.get(key);
    const place = known ?? this.#free.pop() ?? this.#ids.length;
    if (place >= this.#created.length) this.#grow();
    this.#places.set(key, place);
    if (this.#ids[place] !== customId || this.#names[place] !== name) {
      this.texts.set(place, fold(name ?? ''), fold(customId));
    }
    this.#ids[place] = customId;
    this.#names[place] = name;
    this.attributes.set(place, attributes);
    this.#setCreated(place, createdAt);
    this.#samples[place] = sample ? 1 : 0;
    this.#present[place] = 1;
    return place;
  }

  /** Removes a person. @returns the freed place; undefined for an unknown key. */
  delete(key: number): number | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    this.#places.delete(key);
    this.#present[place] = 0;
    this.#ids[place] = '';
    this.#names[place] = null;
    this.texts.set(place, '');
    this.attributes.set(place, {});
    this.#setCreated(place, Number.NaN);
    this.#free.push(place);
    return place;
  }

  #setCreated(place: number, createdAt: number): void {
    const before = this.#created[place] ?? Number.NaN;
    this.#dated += Number(!Number.isNaN(createdAt)) - Number(!Number.isNaN(before));
    this.#created[place] = createdAt;
  }

  #grow(): void {
    const room = this.#created.length * 2;
    this.#created = resized(this.#created, new Float64Array(room).fill(Number.NaN));
    this.#samples = resized(this.#samples, new Uint8Array(room));
    this.#present = resized(this.#present, new Uint8Array(room));
  }
}
