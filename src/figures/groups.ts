import { Concentration } from '#analytics/concentration.ts';
import { weightOf } from '#analytics/weights.ts';
import type { DirectoryGrouping, GroupFigures } from '#contract/directoryGroups.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import {
  groupUsers,
  type CurrentHoldings,
  type UserGroup,
  usersWithin,
} from '#directory/grouping.ts';
import type { Grouping, GroupsOfUsers, ReadGroups } from '#directory/groupRequests.ts';
import type { DirectoryFilter } from '#directory/query.ts';
import { inSlices } from '#directory/slices.ts';
import { sparkLength } from '#directory/valuation.ts';
import { Books, type Book } from './book.ts';
import {
  heldAtRecords,
  heldByMembers,
  recordsOfMembers,
  type BookMembers,
  type BookRecords,
  type BookWindow,
  type HeldBook,
} from './bookHeld.ts';
import { figuresOver } from './bookOperations.ts';
import { reportedGroups } from './groupsReported.ts';
import { mergedTokens, totalsOver } from './heldOver.ts';
import { historySpan } from './historySpan.ts';
import { performanceHistory } from './performance.ts';
import { isNotKnown, type OpenFigures } from './source.ts';

/** Users that expand rows of one table ask for parts of the same answer. */
const maxCached = 16;

/**
 * Reads the groups of users with their figures. A group by attribute is a book. In a thematic, the wallets count, at the records of
 * all users together, so that figures of thematics add up.
 */
export function createGroups(open: OpenFigures, feed: DirectoryFeed): ReadGroups {
  const { holdings } = open();
  if (isNotKnown(holdings)) return reportedGroups(feed, holdings.reason);
  const books = new Books(feed);
  const answers = new Map<string, Promise<GroupsOfUsers>>();
  return async (query, filter, grouping) => {
    const book = await books.open(open(), query);
    const key = JSON.stringify([book.key, filter.period, grouping]);
    const reading = answers.get(key) ?? groupsOf(book, filter, grouping);
    answers.set(key, reading);
    reading.catch(() => answers.delete(key));
    for (const oldest of answers.keys()) {
      if (answers.size <= maxCached) break;
      answers.delete(oldest);
    }
    return reading;
  };
}

async function groupsOf(
  book: Book,
  filter: DirectoryFilter,
  { by, within }: Grouping,
): Promise<GroupsOfUsers> {
  const type = filter.period;
  const { members, window } = await book.members({ type });
  const { tables } = book.directory;
  const current = currentHoldings(book, members, window);
  return inSlices(
    (function* groups(): Generator<void, GroupsOfUsers> {
      const all = yield* totalOfAll(members, current);
      const [first, second] = by;
      const scope =
        within === undefined
          ? { rows: members.rows, thematic: null }
          : yield* usersWithin(first, within, members.rows, tables, current, filter);
      const own = within === undefined ? first : (second ?? first);
      const grouped = yield* groupUsers(own, scope, tables, current, filter);
      const isByWallets = own === 'thematic' || scope.thematic !== null;
      // Wallets of one thematic are compared with those of others, at the records of all.
      const rows = own === 'thematic' ? scope.rows : members.rows;
      const records = isByWallets
        ? yield* recordsOfMembers(book.prices, { ...members, rows }, window, spanOf(book, type))
        : null;
      const figures = function* (group: Omit<UserGroup, 'value'>) {
        const its = { ...members, rows: group.rows };
        const held = isByWallets
          ? yield* heldOfWallets(its, records, group)
          : yield* heldByMembers(book.prices, its, window, spanOf(book, type));
        yield;
        return figuresOf(group.count, held, all);
      };
      const groups: DirectoryGrouping['groups'] = [];
      for (const group of grouped.groups) {
        groups.push({ value: group.value, ...(yield* figures(group)) });
      }
      const { others, repeated } = grouped;
      return {
        asOf: book.head(null).asOf,
        groups,
        others: others && { groups: others.groups, ...(yield* figures(others)) },
        repeated,
        noShares: all.noShares,
      };
    })(),
  );
}

const spanOf =
  ({ prices }: Book, type: DirectoryPeriod): Parameters<typeof recordsOfMembers>[3] =>
  (tokensBetween, start) =>
    historySpan(prices, type, tokensBetween, start);

function* heldOfWallets(
  members: BookMembers,
  records: BookRecords | null,
  { thematics }: Pick<UserGroup, 'thematics'>,
): Generator<void, HeldBook | null> {
  if (records === null || thematics?.size === 0) return null;
  return yield* heldAtRecords(members, records, thematics);
}

function figuresOf(count: number, held: HeldBook | null, all: Concentration): GroupFigures {
  const totals = held === null ? new Float64Array(0) : totalsOver(held);
  const over = figuresOver(
    performanceHistory({
      dates: held?.grid.dates ?? [],
      totals,
      held: held === null ? [] : mergedTokens(held),
    }),
  );
  return {
    count,
    unknown: held?.unknown ?? 0,
    ...over,
    share: all.noShares === null ? weightOf(over.total, all.total) : null,
    spark: sparkOf(totals),
    histories: null,
  };
}

/** Evenly spaced over the records, as the sparkline of a user. */
function sparkOf(totals: Float64Array): number[] | null {
  const steps = totals.length - 1;
  if (steps < 1) return null;
  return Array.from(
    { length: sparkLength },
    (_, point) => totals[Math.floor((point * steps) / (sparkLength - 1))] ?? 0,
  );
}

function* totalOfAll(
  { rows }: BookMembers,
  current: CurrentHoldings,
): Generator<void, Concentration> {
  const all = new Concentration();
  for (const [index, rowIndex] of rows.entries()) {
    all.add(rowIndex, current.totalOf(rowIndex, null));
    if (index % 1024 === 1023) yield;
  }
  return all;
}

function currentHoldings(
  { prices, source }: Book,
  { holdingsOf, tokens }: BookMembers,
  window: BookWindow,
): CurrentHoldings {
  const asOf = source.asOf();
  const at = Float64Array.of(asOf);
  const since = window.from ?? asOf;
  const now = tokens.map((token) => prices.series(token, at)[0] ?? Number.NaN);
  const valueOf = (page: Float64Array, begin: number, end: number): number => {
    let total = 0;
    for (let position = begin; position < end; position += 2) {
      const value = (page[position + 1] ?? 0) * (now[page[position] ?? 0] ?? Number.NaN);
      // As in a total, a position without a price has no value.
      if (value > 0) total += value;
    }
    return total;
  };
  return {
    totalOf(rowIndex, wanted) {
      let total = 0;
      holdingsOf(rowIndex).eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
        const counts = from <= asOf && asOf < to && (wanted === null || wanted === thematic);
        if (counts) total += valueOf(page, begin, end);
      });
      return total;
    },
    eachThematic(rowIndex, visit) {
      let last = -1;
      let [isOpen, isHeld, total] = [false, false, 0];
      const flush = () => {
        if (isHeld) visit(last, total, isOpen);
        [isOpen, isHeld, total] = [false, false, 0];
      };
      holdingsOf(rowIndex).eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
        // Statements come wallet by wallet.
        if (thematic !== last) flush();
        last = thematic;
        if (begin === end || from > asOf || to <= since) return;
        isHeld = true;
        if (asOf < to) [isOpen, total] = [true, valueOf(page, begin, end)];
      });
      flush();
    },
  };
}
