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

/** A user with the wallets it has at one instant, in the order of their making. */
export interface UserWallets {
  readonly user: UserRow;
  readonly wallets: readonly WalletAt[];
}

/** The wallets of consecutive users at one instant. */
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

/** The database reads the next page while this one is worked on. */
async function* eachPage(queries: Queries): AsyncGenerator<readonly UserRow[]> {
  let next = readUsers(queries, 0, batchSize);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (last === undefined) return;
    next = readUsers(queries, last.seq, batchSize);
    // Nobody waits for it where the reader has left.
    next.catch(() => {});
    yield rows;
  }
}

/** A user's total: the sum of its wallets' totals in the order of their making. */
function userTotal(wallets: readonly WalletAt[], prices: PricesAt): number {
  let total = 0;
  for (const { positions } of wallets) total += totalOf(positions, prices);
  return total;
}

/** Users as the interface shows them. What each holds is kept in few bytes, so that only who changed is read again. */
export interface UserViews {
  one(queries: Queries, user: UserRow): Promise<User>;
  /** Consecutive users, valued at one as of. */
  page(queries: Queries, users: readonly UserRow[]): Promise<User[]>;
  /**
   * All users, page by page, all valued at one as of.
   * @param changes names the state of users and holdings, read before: those of an unchanged state are not read again.
   */
  list(queries: Queries, changes: string): AsyncGenerator<JsonText<User[]>>;
}

/** What a user holds in force at an as of: its positions in the order of their values' sum, wallet after wallet. */
interface Held {
  readonly revision: number;
  readonly marketVersion: number;
  readonly at: number;
  /** Where each wallet's positions end. */
  readonly ends: Uint32Array;
  /** Places of the tokens in the list of all. */
  readonly tokens: Uint32Array;
  readonly amounts: Float64Array;
  /** The JSON of the user up to its total, which ends it; made when it is first listed. */
  text?: string;
}

/** 12 bytes each. */
const maxKeptPositions = 2_000_000;
/** Of so many users the JSON is kept too, and of a list that is no longer the rows: some 10 MB each. */
const maxKeptTexts = 20_000;

export function createUserViews(market: Market, limit = maxKeptPositions): UserViews {
  const kept = new Map<string, Held>();
  let textCount = 0;
  let lastRows: {
    readonly changes: string;
    readonly pages: readonly (readonly UserRow[])[];
  } | null = null;
  const tokenIds: string[] = [];
  const places = new Map<string, number>();
  let positionCount = 0;

  function placeOf(token: string): number {
    let place = places.get(token);
    if (place === undefined) {
      place = tokenIds.push(token) - 1;
      places.set(token, place);
    }
    return place;
  }

  function keep({ user, wallets }: UserWallets, at: number): Held {
    const positions = wallets.flatMap((wallet) => wallet.positions);
    let end = 0;
    const held: Held = {
      revision: user.revision,
      marketVersion: market.version,
      at,
      ends: Uint32Array.from(wallets, (wallet) => (end += wallet.positions.length)),
      tokens: Uint32Array.from(positions, ({ token }) => placeOf(token)),
      amounts: Float64Array.from(positions, ({ amount }) => amount),
    };
    const earlier = kept.get(user.id);
    positionCount -= earlier?.amounts.length ?? 0;
    textCount -= earlier?.text === undefined ? 0 : 1;
    kept.delete(user.id);
    // A statement later than this as of may come in force with the next one.
    const isSettled = market.kind === 'stored' || user.updatedAt <= at;
    if (isSettled && positionCount + held.amounts.length <= limit) {
      kept.set(user.id, held);
      positionCount += held.amounts.length;
    }
    return held;
  }

  /** Whether it is in force at a later as of too: no statement was made since, and none is later than the as of it is made at. */
  function isInForce({ revision, marketVersion, at }: Held, user: UserRow, now: number): boolean {
    return revision === user.revision && marketVersion === market.version && at <= now;
  }

  /** Gives what each of some consecutive users holds, and its total. */
  async function valued(
    queries: Queries,
    rows: readonly UserRow[],
    prices: PricesAt,
  ): Promise<(user: UserRow) => { held: Held | undefined; total: number }> {
    const held = new Map<number, Held>();
    const unknown = rows.filter((user) => {
      const one = kept.get(user.id);
      const isKnown = one !== undefined && isInForce(one, user, prices.at);
      if (isKnown) held.set(user.seq, one);
      return !isKnown;
    });
    for (const entry of await readUserWallets(queries, unknown, prices.at)) {
      held.set(entry.user.seq, keep(entry, prices.at));
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

  /** The JSON of a user, of which all but the total is kept. */
  function jsonOfUser(user: UserRow, held: Held | undefined, total: number): string {
    const text = held?.text ?? textBeforeTotal(user, held?.ends.length ?? 0);
    const isKept = held !== undefined && kept.get(user.id) === held;
    if (isKept && held.text === undefined && textCount < maxKeptTexts) {
      held.text = text;
      textCount += 1;
    }
    return `${text}${JSON.stringify(total)}}`;
  }

  /** All rows, page by page; those of a short list are kept until anything changes. */
  async function* rowPages(queries: Queries, changes: string): AsyncGenerator<readonly UserRow[]> {
    if (lastRows?.changes === changes) {
      yield* lastRows.pages;
      return;
    }
    lastRows = null;
    let pages: (readonly UserRow[])[] | null = [];
    for await (const rows of eachPage(queries)) {
      pages?.push(rows);
      if (pages !== null && pages.length * batchSize > maxKeptTexts) pages = null;
      yield rows;
    }
    // What was changed while they were read may be in them or not.
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

/** The JSON of a user as it is shown, up to the total, which comes last. */
function textBeforeTotal(user: UserRow, walletCount: number): string {
  const { total: _, ...all } = userView(user, 0, walletCount);
  return `${JSON.stringify(all).slice(0, -1)},"total":`;
}

/** The sum that `userTotal` makes, in its order. */
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

/** One user as the interface shows it, as it stands in a transaction. */
export async function showUser(queries: Queries, market: Market, row: UserRow): Promise<User> {
  const prices = pricesAt(market, market.asOf());
  const [entry] = await readUserWallets(queries, [row], prices.at);
  const wallets = entry?.wallets ?? [];
  return userView(row, userTotal(wallets, prices), wallets.length);
}
