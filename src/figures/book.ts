import type { QueryOf } from '#contract/operation.ts';
import type { getBookPerformance } from '#contract/operations/book.ts';
import { formatTime } from '#contract/time.ts';
import type { Directory } from '#directory/directory.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { filterOf } from '#directory/requests.ts';
import { unknownIds } from '#directory/members.ts';
import { SharedWork } from '#directory/sharedWork.ts';
import { inSlices } from '#directory/slices.ts';
import { problem } from '#platform/http/problem.ts';
import {
  heldBetween,
  heldByMembers,
  type BookMembers,
  type BookPeriod,
  type BookWindow,
  type HeldBook,
} from './bookHeld.ts';
import { partsOfBook, type BookParts } from './bookParts.ts';
import { figuresSpan } from './figuresSpan.ts';
import { windowStart } from './historySpan.ts';
import { pastPrices } from './past.ts';
import type { HistoryPrices } from './prices.ts';
import { orNotOffered, type FiguresSource } from './source.ts';

export type BookQuery = QueryOf<typeof getBookPerformance>;

/** A set of users as one portfolio, at one instant. */
export interface Book {
  /** Books with the same key have the same figures. */
  readonly key: string;
  /** Does not tick while the answer is computed. */
  readonly source: FiguresSource;
  readonly directory: Directory;
  readonly rows: Uint32Array;
  readonly prices: HistoryPrices;
  head(held: HeldBook | null): BookHead;
  /** The members with their holdings over a period, and its window. */
  members(period: BookPeriod): Promise<{
    readonly members: BookMembers;
    readonly window: BookWindow;
  }>;
  /** Holdings at each record of a period; null if it has no records, or the members held nothing by its end. */
  held(period: BookPeriod): Promise<HeldBook | null>;
  /** Effect of each member and thematic on the change in value. */
  parts(period: BookPeriod, held: HeldBook): Promise<BookParts>;
}

interface BookRequest {
  readonly asOf?: number | undefined;
  readonly signal?: AbortSignal;
}

export interface BookHead {
  readonly asOf: string;
  readonly membersAsOf: string;
  readonly count: number;
  readonly of: number;
  readonly unknown: number;
  readonly notFound: number;
}

/** The panels of a page ask for the same holdings. */
const maxCached = 8;

/** Opens books. Answers of the same instant share the sums of holdings. */
export class Books {
  readonly #feed: DirectoryFeed;
  #directory: Directory | null = null;
  readonly #held = new Map<string, SharedWork<HeldBook | null>>();
  readonly #parts = new WeakMap<HeldBook, SharedWork<BookParts>>();

  constructor(feed: DirectoryFeed) {
    this.#feed = feed;
  }

  /** @param requested its asOf changes holdings, not members. When its signal aborts, work for it alone stops. */
  async open(
    opened: FiguresSource,
    query: Omit<BookQuery, 'asOf'>,
    { asOf: requested, signal }: BookRequest = {},
  ): Promise<Book> {
    const readHoldings = this.#feed.holdings;
    if (typeof readHoldings === 'string') throw problem('not-offered', readHoldings);
    const { source, prices, asOf } = pinned(opened);
    const filter = await filterOf(this.#feed, query);
    const directory = await this.#feed.fresh();
    const { people, holdings } = directory.tables;
    const { revision } = directory;
    const { rows, of, asOf: membersAsOf } = await inSlices(directory.members(filter));
    const notFound = await inSlices(unknownIds(filter, directory));
    const key = JSON.stringify([filter, membersAsOf, revision, asOf, prices.version]);
    const readMembers = async (period: BookPeriod): Promise<BookMembers> => ({
      rows: await inSlices(presentRows(rows, people)),
      holdingsOf: await readHoldings(
        directory,
        rows,
        requested !== undefined || hasOwnRecords(period),
      ),
      tokens: holdings.tokens.all.slice(),
      thematics: holdings.thematics.all.slice(),
    });
    const windowOf = (period: BookPeriod): BookWindow => ({
      from: period.from ?? windowStart(prices, period.type),
      to: period.to ?? asOf,
    });
    const heldOver = (period: BookPeriod): SharedWork<HeldBook | null> => {
      const { type, from, to, step } = period;
      const name = JSON.stringify([key, type, from, to, step]);
      return this.#cached(directory, name, async (stopping) => {
        if (step === 'history') {
          const all = await heldOver({ type }).wait(stopping);
          return all && heldBetween(all, { from, to });
        }
        const members = await readMembers(period);
        return inSlices(
          heldByMembers(prices, members, windowOf(period), (tokensBetween, start) =>
            figuresSpan(prices, period, tokensBetween, start),
          ),
          stopping,
        );
      });
    };
    return {
      key,
      source,
      directory,
      rows,
      prices,
      members: async (period) => ({
        members: await readMembers(period),
        window: windowOf(period),
      }),
      head: (held) => ({
        asOf: formatTime(asOf),
        membersAsOf: formatTime(membersAsOf),
        count: rows.length,
        of,
        unknown: held?.unknown ?? 0,
        notFound,
      }),
      held: (period) => heldOver(period).wait(signal),
      parts: (period, held) => {
        const known = this.#parts.get(held);
        if (known !== undefined && !known.isStopped) return known.wait(signal);
        const work = new SharedWork(async (stopping) =>
          inSlices(partsOfBook(await readMembers(period), held), stopping),
        );
        this.#parts.set(held, work);
        work.whenFailed(() => this.#parts.get(held) === work && this.#parts.delete(held));
        return work.wait(signal);
      },
    };
  }

  #cached(
    directory: Directory,
    key: string,
    read: (stopping: AbortSignal) => Promise<HeldBook | null>,
  ): SharedWork<HeldBook | null> {
    if (this.#directory !== directory) this.#held.clear();
    this.#directory = directory;
    const known = this.#held.get(key);
    const work = known === undefined || known.isStopped ? new SharedWork(read) : known;
    this.#held.delete(key);
    this.#held.set(key, work);
    work.whenFailed(() => this.#held.get(key) === work && this.#held.delete(key));
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxCached) break;
      this.#held.delete(oldest);
    }
    return work;
  }
}

/** Leaves out users that were removed since. */
function* presentRows(
  rows: Uint32Array,
  people: Directory['tables']['people'],
): Generator<void, Uint32Array> {
  const present = new Uint32Array(rows.length);
  let count = 0;
  for (const [index, rowIndex] of rows.entries()) {
    if (people.present[rowIndex] === 1) present[count++] = rowIndex;
    if (index % 4096 === 4095) yield;
  }
  return present.subarray(0, count);
}

/** Not those of a present history, for which the directory has all statements. */
const hasOwnRecords = ({ from, to, step }: BookPeriod): boolean =>
  step === undefined && (from !== undefined || to !== undefined);

function pinned(opened: FiguresSource) {
  const asOf = opened.asOf();
  const known = orNotOffered(opened.prices);
  const prices = pastPrices(known, asOf, (grid) => known.grid(grid));
  return { source: { ...opened, prices, asOf: () => asOf }, prices, asOf };
}
