import { weightOf } from '#analytics/weights.ts';
import type { ShockSort } from '#contract/shock.ts';
import type { Directory } from '#directory/directory.ts';
import type { DirectoryFilter } from '#directory/query.ts';
import { lossesOf, type UserLosses } from '#directory/shock.ts';
import { inSlices } from '#directory/slices.ts';
import { sortBy, sortByNumber } from '#directory/sorting.ts';
import { fallBetween, isReplay, type Shock } from './shockPrices.ts';
import { isNotKnown, orNotOffered, type FiguresSource } from './source.ts';

interface FallenToken {
  readonly id: string;
  readonly factor: number;
  readonly total: number;
  readonly loss: number;
}

/** The losses of a set of users, sorted. */
export interface ShockedBook {
  readonly losses: UserLosses;
  /** Indexes of the users. */
  readonly order: Uint32Array;
  readonly of: number;
  /** Largest loss first. */
  readonly tokens: readonly FallenToken[];
  /** Ids of tokens without a price. */
  readonly unchanged: readonly string[];
}

interface ShockRequest {
  readonly filter: DirectoryFilter;
  readonly sort: ShockSort;
  readonly shock: Shock;
  readonly prices: FiguresSource['prices'];
}

/** A table reads its rows window by window. */
const maxCached = 4;

/** Computes losses. Requests for windows of one list share them. */
export class ShockedBooks {
  #directory: Directory | null = null;
  readonly #books = new Map<string, Promise<ShockedBook>>();

  read(directory: Directory, request: ShockRequest): Promise<ShockedBook> {
    const { filter, sort, shock, prices } = request;
    const what = isReplay(shock) ? [shock.replay, orNotOffered(prices).version] : [...shock.falls];
    const key = JSON.stringify([directory.asOf, directory.revision, filter, sort, what]);
    if (this.#directory !== directory) this.#books.clear();
    this.#directory = directory;
    const reading = this.#books.get(key) ?? readBook(directory, request);
    this.#books.delete(key);
    this.#books.set(key, reading);
    reading.catch(() => this.#books.delete(key));
    for (const oldest of this.#books.keys()) {
      if (this.#books.size <= maxCached) break;
      this.#books.delete(oldest);
    }
    return reading;
  }
}

async function readBook(
  directory: Directory,
  { filter, sort, shock, prices }: ShockRequest,
): Promise<ShockedBook> {
  const { people, holdings } = directory.tables;
  const members = await inSlices(directory.members(filter));
  const ids = holdings.tokens.all.slice();
  const falls = ids.map((id) =>
    isReplay(shock)
      ? fallBetween(orNotOffered(prices), id, shock.replay)
      : (shock.falls.get(id) ?? null),
  );
  const now = Float64Array.of(members.asOf);
  const isUnpriced = (id: string) =>
    !isNotKnown(prices) && Number.isNaN(prices.series(id, now)[0] ?? Number.NaN);
  const unpriced = Uint8Array.from(ids, (id) => Number(isUnpriced(id)));
  const changes = { falls: Float64Array.from(falls, (fall) => fall ?? 0), unpriced };
  const losses = await inSlices(lossesOf(members, people, changes));
  const { isHeld, ...sums } = losses.tokens;
  const tokens: FallenToken[] = [];
  const unchanged: string[] = [];
  const add = (id: string, number: number, fall: number | null): void => {
    if (fall === null || isUnpriced(id)) unchanged.push(id);
    else {
      const total = sums.totals[number]?.value ?? 0;
      tokens.push({ id, factor: 1 - fall, total, loss: sums.losses[number]?.value ?? 0 });
    }
  };
  if (isReplay(shock)) {
    for (const [number, id] of ids.entries()) {
      if (isHeld[number] === 1) add(id, number, falls[number] ?? null);
    }
  } else {
    for (const [id, fall] of shock.falls) add(id, holdings.tokens.find(id), fall);
  }
  return {
    losses,
    order: await inSlices(orderOf(losses, sort, (rowIndex) => people.id(rowIndex))),
    of: members.of,
    tokens: tokens.toSorted((a, b) => b.loss - a.loss),
    unchanged,
  };
}

function* orderOf(
  { rows, totals, losses }: UserLosses,
  { by, isDescending }: ShockSort,
  idOf: (rowIndex: number) => string,
): Generator<void, Uint32Array> {
  const compareIds = (a: number, b: number) => {
    const [one, other] = [idOf(rows[a] ?? 0), idOf(rows[b] ?? 0)];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const sign = isDescending ? -1 : 1;
  const indexes = rows.map((_, index) => index);
  if (by === 'customId') return yield* sortBy(indexes, (a, b) => sign * compareIds(a, b));
  const valueOf = {
    total: (index: number) => totals[index] ?? Number.NaN,
    loss: (index: number) => losses[index] ?? Number.NaN,
    after: (index: number) => (totals[index] ?? Number.NaN) - (losses[index] ?? Number.NaN),
    share: (index: number) => weightOf(losses[index] ?? null, totals[index] ?? null) ?? Number.NaN,
  }[by];
  const values = new Float64Array(rows.length);
  for (let index = 0; index < values.length; index++) {
    values[index] = sign * valueOf(index);
    if (index % 4096 === 4095) yield;
  }
  return yield* sortByNumber(indexes, values);
}
