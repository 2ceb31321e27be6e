import { directoryColumnNames, directoryPeriods, ownPeriodColumns } from '#contract/directory.ts';
import type { DirectoryColumn, DirectorySort } from '#contract/directory.ts';
import { fold } from '#contract/search.ts';
import { columnValues, numberColumnOf, type ColumnTables } from './numberColumns.ts';
import type { People } from './people.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { repaired, reversed, sliceLength, sortBy, sortByNumber } from './sorting.ts';

interface Order {
  readonly by: DirectoryColumn;
  /** Ascending, unknown values last, customId breaks ties. */
  readonly ascending: Uint32Array;
  descending: Uint32Array | null;
  /** Version of the figures, or daily figures, it was built from; null: independent of both. */
  readonly version: number | null;
  /** Number of user changes when it was built. */
  readonly changes: number;
}

interface Comparison {
  readonly isUnknown: (rowIndex: number) => boolean;
  readonly compare: (a: number, b: number) => number;
  /** The values if they are numbers, which sort faster. */
  readonly values?: ArrayLike<number>;
}

const changesWith = (by: DirectoryColumn) => numberColumnOf(by)?.changesWith ?? 'user';

/** Changes with every valuation. */
const isOfFigures = (by: DirectoryColumn): boolean =>
  ['prices', 'period', 'instant'].includes(changesWith(by));

/** All users in requested orders, cached and repaired after few changes. */
export class Orders {
  readonly #people: People;
  #orders = new Map<string, Order>();
  /** Orders by figures that were used since the last figures. */
  #used = new Map<string, DirectorySort & { readonly period: DirectoryPeriod }>();
  /** The changed rows, in sequence; `#forgotten` of them were dropped. */
  #changed: number[] = [];
  #forgotten = 0;

  constructor(people: People) {
    this.#people = people;
  }

  get size(): number {
    let size = 0;
    for (const { ascending, descending } of this.#orders.values()) {
      size += ascending.byteLength + (descending?.byteLength ?? 0);
    }
    return size;
  }

  touch(rowIndex: number): void {
    this.#changed.push(rowIndex);
    if (this.#changed.length <= this.#people.length + 1024) return;
    this.#forgotten += this.#changed.length;
    this.#changed = [];
    this.#orders.clear();
  }

  /** Prepares the orders in use for the next figures, at first all; yields between slices. */
  *prepare(tables: () => ColumnTables): Generator<void, void> {
    if (this.#orders.size === 0) {
      const sorted = directoryColumnNames.filter(
        (one) =>
          one !== 'held' && changesWith(one) !== 'day' && !Object.hasOwn(ownPeriodColumns, one),
      );
      for (const by of sorted) {
        for (const period of changesWith(by) === 'period' ? directoryPeriods : (['day'] as const)) {
          yield* this.#ascending(by, period, tables());
        }
      }
    }
    for (const { by, period, isDescending } of this.#used.values()) {
      const order = yield* this.#ascending(by, period, tables());
      if (isDescending) yield* this.#descending(order, by, period, tables());
    }
    this.#used = new Map();
  }

  *get(
    { by, isDescending }: DirectorySort,
    period: DirectoryPeriod,
    tables: ColumnTables,
  ): Generator<void, Uint32Array> {
    if (isOfFigures(by)) {
      const key = `${keyOf(by, period, tables)} ${isDescending}`;
      this.#used.set(key, { by, period, isDescending });
    }
    const order = yield* this.#ascending(by, period, tables);
    return isDescending ? yield* this.#descending(order, by, period, tables) : order.ascending;
  }

  *#descending(
    order: Order,
    by: DirectoryColumn,
    period: DirectoryPeriod,
    tables: ColumnTables,
  ): Generator<void, Uint32Array> {
    if (order.descending === null) {
      const { isUnknown, compare } = yield* this.#comparisonOf(by, period, tables);
      order.descending = yield* reversed(order.ascending, isUnknown, (a, b) => compare(a, b) === 0);
    }
    return order.descending;
  }

  *#ascending(
    by: DirectoryColumn,
    period: DirectoryPeriod,
    tables: ColumnTables,
  ): Generator<void, Order> {
    const key = keyOf(by, period, tables);
    const known = this.#orders.get(key);
    const changes = this.#forgotten + this.#changed.length;
    if (known?.changes === changes) return known;
    const comparison = yield* this.#comparisonOf(by, period, tables);
    const version = versionOf(by, tables);
    const ascending =
      known === undefined || by.startsWith('attribute.')
        ? yield* this.#sort(by, comparison, tables)
        : this.#repair(known, comparison);
    const order = { by, ascending, descending: null, version, changes };
    this.#forget(tables);
    this.#orders.set(key, order);
    return order;
  }

  *#sort(
    by: DirectoryColumn,
    comparison: Comparison,
    tables: ColumnTables,
  ): Generator<void, Uint32Array> {
    if (by === 'customId') {
      return yield* sortBy(this.#people.rowIndexes(), this.#comparator(comparison));
    }
    const { ascending } = yield* this.#ascending('customId', 'day', tables);
    return comparison.values === undefined
      ? yield* sortBy(ascending, this.#comparator(comparison))
      : yield* sortByNumber(ascending, comparison.values);
  }

  #repair(order: Order, comparison: Comparison): Uint32Array {
    const { present, length } = this.#people;
    const touched = new Uint8Array(length);
    for (const rowIndex of this.#changed.slice(order.changes - this.#forgotten))
      touched[rowIndex] = 1;
    const there: number[] = [];
    for (let rowIndex = 0; rowIndex < length; rowIndex++) {
      if (touched[rowIndex] === 1 && present[rowIndex] === 1) there.push(rowIndex);
    }
    return repaired(order.ascending, touched, there, this.#comparator(comparison));
  }

  /** Adds the rules for unknown values (last) and ties (customId). */
  #comparator({ isUnknown, compare }: Comparison): (a: number, b: number) => number {
    return (a, b) => {
      const isLast = isUnknown(a);
      const byValue = isLast !== isUnknown(b) ? (isLast ? 1 : -1) : isLast ? 0 : compare(a, b);
      return byValue === 0 ? compareIds(this.#people, a, b) : byValue;
    };
  }

  *#comparisonOf(
    by: DirectoryColumn,
    period: DirectoryPeriod,
    tables: ColumnTables,
  ): Generator<void, Comparison> {
    const people = this.#people;
    if (by === 'customId') {
      return { isUnknown: () => false, compare: (a, b) => compareIds(people, a, b) };
    }
    if (by === 'name') {
      return {
        isUnknown: (rowIndex) => people.name(rowIndex) === null,
        compare: (a, b) => people.texts.compare(a, b),
      };
    }
    const column = numberColumnOf(by);
    return byNumber(
      column === undefined
        ? yield* this.#ranks(by.slice('attribute.'.length))
        : columnValues(column, tables, period),
    );
  }

  /** The rank of each person's attribute value: numbers first, then texts without case, then all else. */
  *#ranks(name: string): Generator<void, Float64Array> {
    const { attributes, length } = this.#people;
    const numbers = [...attributes.numbersOfName(name)];
    const keys: SortKey[] = [];
    for (const [index, number] of numbers.entries()) {
      keys.push(sortKey(attributes.valueOf(number)));
      if (index % sliceLength === 0) yield;
    }
    const keyAt = (index: number): SortKey => keys[index] ?? [2, ''];
    const sorted = yield* sortBy(
      Uint32Array.from(keys.keys()),
      (a, b) => compareKeys(keyAt(a), keyAt(b)) || a - b,
    );
    const rankOf = new Float64Array(attributes.valueCount).fill(Number.NaN);
    let rank = 0;
    for (const [index, at] of sorted.entries()) {
      if (index > 0 && compareKeys(keyAt(sorted[index - 1] ?? 0), keyAt(at)) !== 0) rank = index;
      rankOf[numbers[at] ?? 0] = rank;
    }
    yield;
    return attributes.project(rankOf, length);
  }

  #forget(tables: ColumnTables): void {
    for (const [key, { by, version }] of this.#orders) {
      const current = versionOf(by, tables);
      if (version !== null && current !== null && version < current - 1) this.#orders.delete(key);
    }
  }
}

function versionOf(by: DirectoryColumn, { figures, daily }: ColumnTables): number | null {
  if (changesWith(by) === 'user') return null;
  return changesWith(by) === 'day' ? daily.version : figures.version;
}

function keyOf(by: DirectoryColumn, period: DirectoryPeriod, tables: ColumnTables): string {
  const version = versionOf(by, tables);
  if (version === null) return by;
  return changesWith(by) === 'period' ? `${by} ${version} ${period}` : `${by} ${version}`;
}

/** By UTF-16 units. */
function compareIds(people: People, a: number, b: number): number {
  const left = people.id(a);
  const right = people.id(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function byNumber(values: ArrayLike<number>): Comparison {
  return {
    isUnknown: (rowIndex) => Number.isNaN(values[rowIndex] ?? Number.NaN),
    compare: (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
    values,
  };
}

type SortKey = readonly [kind: number, value: number | string];

function sortKey(value: unknown): SortKey {
  if (typeof value === 'number') return [0, value];
  if (typeof value === 'string') return [1, fold(value)];
  return [2, JSON.stringify(value)];
}

function compareKeys([kindA, a]: SortKey, [kindB, b]: SortKey): number {
  if (kindA !== kindB) return kindA - kindB;
  return a < b ? -1 : a > b ? 1 : 0;
}
