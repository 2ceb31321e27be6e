import { DailyTable } from './daily.ts';
import { bytesOf } from './figures.ts';
import { choose, countsWithout, criteriaOf, type DirectoryTables } from './choose.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import { exposureOf, type Exposure } from './exposure.ts';
import { facetsFor } from './facets.ts';
import { heldOf, orderByHeld } from './held.ts';
import { HoldingsTable, type UserHoldings } from './holdings.ts';
import { FilterResults, sumsFor, type FilterResult } from './filterResults.ts';
import { Orders } from './orders.ts';
import type { Matches, Members } from './matches.ts';
import type { PastPoint } from './past.ts';
import { packUsers, unpackUsers, type PackedUsers } from './packedUsers.ts';
import { createPages } from './pages.ts';
import { People, type Person } from './people.ts';
import { readSourcePrices, type PriceSource } from './prices.ts';
import { lowerBound } from '#analytics/extent.ts';
import { sumOf } from '#analytics/weights.ts';
import type { DirectoryFilter, DirectoryPageQuery } from './query.ts';
import { rowReader } from './row.ts';
import { neverReported, ReportedTable, type ReportedUserFigures } from './reportedFigures.ts';
import type { ModelSums } from './sums.ts';
import type { Valuation } from './userValuation.ts';
import type { SinceColumns } from './sinceTable.ts';
import { createSnapshot, valueOne, type FiguresSnapshot } from './snapshot.ts';
import type { ValuedTables } from './wallets.ts';

export interface DirectoryUser {
  /** Constant for a user. */
  readonly key: number;
  readonly person: Person;
  readonly holdings: UserHoldings;
  readonly reported?: ReportedUserFigures;
}

/**
 * All users in columns, valued at one instant. Long work is a generator that yields between slices of a few
 * milliseconds; users may be added and removed meanwhile.
 */
export interface Directory {
  readonly count: number;
  readonly asOf: number | null;
  readonly keys: Iterable<number>;
  /** Bytes in memory, roughly. */
  readonly size: number;
  has(key: number): boolean;
  /** Adds or replaces users; they are valued at the same instant as the others. */
  put(users: Iterable<DirectoryUser>): void;
  delete(keys: Iterable<number>): void;
  /** Users in the format of `unpack`; unknown keys are left out. */
  pack(keys: Iterable<number>): PackedUsers;
  /** Adds or replaces users, as `put` does. */
  unpack(users: PackedUsers): void;
  /**
   * Values all users at the source's as-of instant; until it is done the previous figures stay visible.
   * @param isPastKept whether past prices are unchanged since the last valuation.
   */
  value(source: PriceSource, isPastUnchanged: boolean): Generator<void, void>;
  readonly daily: Pick<DailyTable, 'isDue' | 'bringUpToDate'>;
  /**
   * @param figures of an earlier moment; by default the present ones.
   * @param sortedBy columns since the instant of the sort, if it has one.
   */
  find(
    query: Omit<DirectoryPageQuery, 'offset' | 'limit'>,
    figures?: FiguresSnapshot | null,
    sortedBy?: SinceColumns,
  ): Generator<void, Matches>;
  /** The present figures; null before the first. */
  readonly current: FiguresSnapshot | null;
  /**
   * The holdings of matching users, by thematic or token, with their instant.
   * @param point a past instant. Users are filtered by the figures of the present.
   */
  expose(
    by: ExposureBy,
    filter: DirectoryFilter,
    point?: PastPoint,
  ): Generator<void, Exposure & Pick<Matches, 'asOf' | 'of'>>;
  /** The rows of matching users, ascending, with the instant of the figures that were filtered. */
  members(filter: DirectoryFilter): Generator<void, Members>;
  readonly tables: ValuedTables;
  /** Increases with every change of users. */
  readonly revision: number;
}

const byId = { by: 'customId', isDescending: false } as const;

/** @param valuedBy source of figures: holdings at prices, or the figures that another service reports. */
export function createDirectory(valuedBy: 'prices' | 'statements' = 'prices'): Directory {
  const people = new People();
  const holdings = new HoldingsTable();
  const statements = new ReportedTable(holdings);
  const orders = new Orders(people);
  const daily = new DailyTable(
    { people, holdings, isReported: valuedBy === 'statements' },
    (rowIndex) => orders.touch(rowIndex),
  );
  const results = new FilterResults(people);
  let changes = 0;
  let versions = 0;
  let now: FiguresSnapshot | null = null;
  let next: FiguresSnapshot | null = null;

  function touch(rowIndex: number): void {
    orders.touch(rowIndex);
    changes += 1;
    results.clear();
  }

  /** After the tables of a user have changed. */
  function revalue(rowIndex: number): void {
    for (const snapshot of [now, next]) {
      if (snapshot === null) continue;
      valueOne(rowIndex, snapshot, people.capacity);
      snapshot.since.put(rowIndex);
    }
    daily.put(rowIndex);
    touch(rowIndex);
  }

  const tablesOf = ({ figures, since }: FiguresSnapshot): DirectoryTables => ({
    people,
    holdings,
    figures,
    daily: daily.figures,
    sinceOf: (at) => since.columns(at),
  });

  function* resolve(
    filter: DirectoryFilter,
    source: DirectoryTables,
    valuation: Valuation,
  ): Generator<void, FilterResult> {
    const criteria = criteriaOf(filter, source);
    const key = JSON.stringify(criteria.map((one) => one.key));
    const known = results.get(key);
    if (known !== undefined) return known;
    const begun = changes;
    const chosen = yield* choose(source, criteria, results.all);
    const { facets, names } = yield* facetsFor(filter, source, chosen);
    const without = chosen.length === 0 ? yield* countsWithout(source, criteria) : {};
    const result: FilterResult = {
      criteria,
      chosen,
      facets,
      names,
      without,
      held: yield* heldOf(filter, chosen, holdings, valuation),
      heldOrders: new Map<boolean, Uint32Array>(),
      sums: new Map<string, ModelSums>(),
      exposures: new Map<string, Exposure>(),
    };
    if (changes === begun) results.set(key, result);
    return result;
  }

  return {
    get count() {
      return people.count;
    },
    get asOf() {
      return now?.figures.asOf ?? null;
    },
    get keys() {
      return people.keys;
    },
    get size() {
      const columns = bytesOf(now?.figures).reduce((sum, { byteLength }) => sum + byteLength, 0);
      return people.size + columns + holdings.size + orders.size + (now?.since.size ?? 0);
    },
    get current() {
      return now;
    },
    get revision() {
      return changes;
    },
    tables: { people, holdings, reported: statements, valuation: () => now?.valuation ?? null },
    daily,
    has: (key) => people.rowIndexOf(key) !== undefined,
    put(users) {
      for (const { key, person, holdings: held, reported } of users) {
        const rowIndex = people.set(key, person);
        holdings.set(rowIndex, held);
        if (reported !== undefined) statements.set(rowIndex, reported);
        revalue(rowIndex);
      }
    },
    pack: (requested) => packUsers(requested, people, holdings),
    unpack: (users) => unpackUsers(users, people, holdings).forEach(revalue),
    delete(keys) {
      for (const key of keys) {
        const rowIndex = people.delete(key);
        if (rowIndex === undefined) continue;
        holdings.set(rowIndex, null);
        statements.set(rowIndex, null);
        daily.delete(rowIndex);
        touch(rowIndex);
      }
    },
    *value(source, isPastUnchanged) {
      yield* holdings.compact();
      for (const id of source.tokenIds()) holdings.tokens.numberOf(id);
      const prices = yield* readSourcePrices(
        source,
        holdings.tokens.all.slice(),
        isPastUnchanged ? (now?.prices ?? null) : null,
      );
      const created = yield* createSnapshot({
        people,
        holdings,
        reported: valuedBy === 'prices' ? null : statements,
        source,
        prices,
        version: ++versions,
        touch: (rowIndex) => orders.touch(rowIndex),
      });
      next = created;
      for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
        if (people.present[rowIndex] === 1) valueOne(rowIndex, created, people.capacity);
        if (rowIndex % 128 === 127) yield;
      }
      if (now !== null) yield* created.since.prepare(now.since, isPastUnchanged);
      yield* orders.prepare(() => tablesOf(created));
      next = null;
      now = created;
      results.dropFigures();
    },
    *find(query, snapshot = now, sortedBy) {
      if (snapshot === null) throw new Error('The figures of the users are not ready yet');
      const { sort, ...filter } = query;
      const source = { ...tablesOf(snapshot), sinceOf: () => sortedBy };
      const { valuation } = snapshot;
      const result = yield* resolve(filter, source, valuation);
      const { chosen, held } = result;
      const read = rowReader(source, valuation, filter.period, (rowIndex) =>
        held === null ? null : (held[lowerBound(chosen, rowIndex)] ?? 0),
      );
      const isByHeld = sort.by === 'held';
      const all = yield* orders.get(isByHeld ? byId : sort, filter.period, source);
      const order = isByHeld ? yield* orderByHeld(result, all, sort.isDescending) : all;
      const pageOf = createPages(result, order, people.length);
      return {
        asOf: source.figures.asOf,
        dailyAsOf: source.daily.source?.asOf ?? null,
        of: people.count,
        count: result.chosen.length,
        sums: {
          ...(yield* sumsFor(result, source.figures, filter.period)),
          held: held === null ? null : sumOf(held.filter((one) => !Number.isNaN(one))),
        },
        facets: result.facets,
        attributeNames: result.names,
        without: result.without,
        unsupported: [
          ...(people.count > 0 && !people.hasDates ? (['createdAt'] as const) : []),
          ...(valuedBy === 'statements' ? neverReported : []),
        ],
        rowIndexes: pageOf,
        rows: (from, to, spark, since = []) =>
          Array.from(pageOf(from, to))
            // A user may have been removed since.
            .filter((rowIndex) => people.present[rowIndex] === 1)
            .map((rowIndex) => read(rowIndex, spark, since)),
      };
    },
    *expose(by, filter, point) {
      if (now === null) throw new Error('The figures of the users are not ready yet');
      const { figures, valuation } = now;
      const source = tablesOf(now);
      const { chosen, exposures } = yield* resolve(filter, source, valuation);
      if (point !== undefined) {
        const totalOf = (rowIndex: number) => point.valuation.heldOf(rowIndex, null, null);
        const past = yield* exposureOf(by, chosen, source, point.valuation, totalOf);
        return { ...past, asOf: point.asOf, of: people.count };
      }
      const key = `${figures.version} ${by}`;
      const totalOf = (rowIndex: number) => figures.total[rowIndex] ?? Number.NaN;
      const exposure =
        exposures.get(key) ?? (yield* exposureOf(by, chosen, source, valuation, totalOf));
      exposures.set(key, exposure);
      return { ...exposure, asOf: figures.asOf, of: people.count };
    },
    *members(filter) {
      if (now === null) throw new Error('The figures of the users are not ready yet');
      const { figures, valuation } = now;
      const result = yield* resolve(filter, tablesOf(now), valuation);
      return {
        rows: result.chosen,
        figures,
        asOf: figures.asOf,
        of: people.count,
        sums: (period) => sumsFor(result, figures, period),
        valuation,
      };
    },
  };
}
