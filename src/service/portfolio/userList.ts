import { positionTotal } from '#analytics/valuation.ts';
import type { User } from '#contract/user.ts';
import type { Queries } from '#platform/database/database.ts';
import type { UserRow } from '#platform/database/schema/portfolio.ts';
import { JsonText } from '#platform/http/conditions.ts';
import { changeState } from '../events/log.ts';
import type { Market } from '../prices/market.ts';
import { readWalletsAt, type WalletAt } from './holdings.ts';
import { pricesAt, totalOf, type PricesAt } from './walletView.ts';
import { readUsers } from './userStore.ts';
import { userView } from './userView.ts';

const batchSize = 500;

export interface UserWallets {
  readonly user: UserRow;
  readonly wallets: readonly WalletAt[];
}

export async function readUserWallets(
  queries: Queries,
  rows: readonly UserRow[],
  at: number,
): Promise<UserWallets[]> {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  const wallets = await readWalletsAt(queries, at, { users: { first: first.seq, last: last.seq } });
  const byUser = Map.groupBy(wallets, ({ userSeq }) => userSeq);
  return rows.map((user) => ({ user, wallets: byUser.get(user.seq) ?? [] }));
}

/** Reads the next page while the current one is processed. */
async function* eachPage(queries: Queries): AsyncGenerator<readonly UserRow[]> {
  let next = readUsers(queries, 0, batchSize);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (last === undefined) return;
    next = readUsers(queries, last.seq, batchSize);
    // Prevents an unhandled rejection if the reader has left.
    next.catch(() => {});
    yield rows;
  }
}

/** The sum of the totals of a user's wallets in creation order. */
function userTotal(wallets: readonly WalletAt[], prices: PricesAt): number {
  let total = 0;
  for (const { positions } of wallets) total += totalOf(positions, prices);
  return total;
}

/** The displayed form of users. Caches holdings compactly, so that only changed users are read again. */
export interface UserViews {
  one(queries: Queries, user: UserRow): Promise<User>;
  page(queries: Queries, users: readonly UserRow[]): Promise<User[]>;
  /**
   * All users, page by page, all valued at one instant.
   * @param changes identifies the state of users and holdings, read before: an unchanged state is not read again.
   */
  list(queries: Queries, changes: string): AsyncGenerator<JsonText<User[]>>;
}

/** Holdings of a user at an instant: the positions in the order in which values are summed, wallet after wallet. */
interface Held {
  readonly revision: number;
  readonly marketVersion: number;
  readonly at: number;
  /** End index of each wallet's positions. */
  readonly ends: Uint32Array;
  readonly tokens: Uint32Array;
  readonly amounts: Float64Array;
  /** The JSON of the user up to its total, which comes last; created when it is first listed. */
  text?: string;
}

/** 12 bytes each. */
const maxCachedPositions = 2_000_000;
/** Limit for users with cached JSON, and for lists with cached rows: some 10 MB each. */
const maxCachedTexts = 20_000;

export function createUserViews(market: Market, limit = maxCachedPositions): UserViews {
  const cache = new Map<string, Held>();
  let textCount = 0;
  let lastRows: {
    readonly changes: string;
    readonly pages: readonly (readonly UserRow[])[];
  } | null = null;
  const tokenIds: string[] = [];
  const indices = new Map<string, number>();
  let positionCount = 0;

  function tokenIndex(token: string): number {
    let index = indices.get(token);
    if (index === undefined) {
      index = tokenIds.push(token) - 1;
      indices.set(token, index);
    }
    return index;
  }

  function store({ user, wallets }: UserWallets, at: number): Held {
    const positions = wallets.flatMap((wallet) => wallet.positions);
    let end = 0;
    const held: Held = {
      revision: user.revision,
      marketVersion: market.version,
      at,
      ends: Uint32Array.from(wallets, (wallet) => (end += wallet.positions.length)),
      tokens: Uint32Array.from(positions, ({ token }) => tokenIndex(token)),
      amounts: Float64Array.from(positions, ({ amount }) => amount),
    };
    const earlier = cache.get(user.id);
    positionCount -= earlier?.amounts.length ?? 0;
    textCount -= earlier?.text === undefined ? 0 : 1;
    cache.delete(user.id);
    // A statement after this instant may apply at the next one.
    const isSettled = market.kind === 'stored' || user.updatedAt <= at;
    if (isSettled && positionCount + held.amounts.length <= limit) {
      cache.set(user.id, held);
      positionCount += held.amounts.length;
    }
    return held;
  }

  /**
   * Whether the cached holdings apply at a later instant too: there is no later statement, and none is dated after the
   * instant of caching.
   */
  function isInForce({ revision, marketVersion, at }: Held, user: UserRow, now: number): boolean {
    return revision === user.revision && marketVersion === market.version && at <= now;
  }

  async function valued(
    queries: Queries,
    rows: readonly UserRow[],
    prices: PricesAt,
  ): Promise<(user: UserRow) => { held: Held | undefined; total: number }> {
    const held = new Map<number, Held>();
    const unknown = rows.filter((user) => {
      const one = cache.get(user.id);
      const isKnown = one !== undefined && isInForce(one, user, prices.at);
      if (isKnown) held.set(user.seq, one);
      return !isKnown;
    });
    for (const entry of await readUserWallets(queries, unknown, prices.at)) {
      held.set(entry.user.seq, store(entry, prices.at));
    }
    const priceOf = tokenIds.map((token) => prices.of(token)?.price ?? null);
    return (user) => {
      const one = held.get(user.seq);
      return { held: one, total: one === undefined ? 0 : totalHeld(one, priceOf) };
    };
  }

  async function viewer(
    queries: Queries,
    rows: readonly UserRow[],
    prices: PricesAt,
  ): Promise<(user: UserRow) => User> {
    const valuedOf = await valued(queries, rows, prices);
    return (user) => {
      const { held, total } = valuedOf(user);
      return userView(user, total, held?.ends.length ?? 0);
    };
  }

  /** The JSON of a user, with everything but the total cached. */
  function jsonOfUser(user: UserRow, held: Held | undefined, total: number): string {
    const text = held?.text ?? textBeforeTotal(user, held?.ends.length ?? 0);
    const isCached = held !== undefined && cache.get(user.id) === held;
    if (isCached && held.text === undefined && textCount < maxCachedTexts) {
      held.text = text;
      textCount += 1;
    }
    return `${text}${JSON.stringify(total)}}`;
  }

  /** All rows, page by page; those of a short list are cached until anything changes. */
  async function* rowPages(queries: Queries, changes: string): AsyncGenerator<readonly UserRow[]> {
    if (lastRows?.changes === changes) {
      yield* lastRows.pages;
      return;
    }
    lastRows = null;
    let pages: (readonly UserRow[])[] | null = [];
    for await (const rows of eachPage(queries)) {
      pages?.push(rows);
      if (pages !== null && pages.length * batchSize > maxCachedTexts) pages = null;
      yield rows;
    }
    // Rows changed during the read may be included or not.
    if (pages !== null && (await changeState(queries)) === changes) lastRows = { changes, pages };
  }

  const pricesNow = () => pricesAt(market, market.asOf());

  return {
    one: async (queries, user) => (await viewer(queries, [user], pricesNow()))(user),
    page: async (queries, users) => users.map(await viewer(queries, users, pricesNow())),
    async *list(queries, changes) {
      const prices = pricesNow();
      for await (const rows of rowPages(queries, changes)) {
        const valuedOf = await valued(queries, rows, prices);
        const texts = rows.map((user) => {
          const { held, total } = valuedOf(user);
          return jsonOfUser(user, held, total);
        });
        yield new JsonText(`[${texts.join(',')}]`);
      }
    },
  };
}

function textBeforeTotal(user: UserRow, walletCount: number): string {
  const { total: _, ...all } = userView(user, 0, walletCount);
  return `${JSON.stringify(all).slice(0, -1)},"total":`;
}

function totalHeld({ ends, tokens, amounts }: Held, priceOf: readonly (number | null)[]): number {
  let total = 0;
  let index = 0;
  for (const end of ends) {
    let walletTotal = 0;
    for (; index < end; index += 1) {
      walletTotal += positionTotal(amounts[index] ?? 0, priceOf[tokens[index] ?? 0] ?? null);
    }
    total += walletTotal;
  }
  return total;
}

export async function showUser(queries: Queries, market: Market, row: UserRow): Promise<User> {
  const prices = pricesAt(market, market.asOf());
  const [entry] = await readUserWallets(queries, [row], prices.at);
  const wallets = entry?.wallets ?? [];
  return userView(row, userTotal(wallets, prices), wallets.length);
}
