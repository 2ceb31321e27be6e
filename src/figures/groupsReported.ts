import { Concentration } from '#analytics/concentration.ts';
import { knownSumOf, weightOf } from '#analytics/weights.ts';
import type { GroupFigures } from '#contract/directoryGroups.ts';
import { formatTime } from '#contract/time.ts';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import {
  groupUsers,
  rowsPerSlice,
  type CurrentHoldings,
  type UserGroup,
  usersWithin,
} from '#directory/grouping.ts';
import type { ReadGroups } from '#directory/groupRequests.ts';
import { inSlices } from '#directory/slices.ts';
import { sumsOf } from '#directory/sums.ts';

type GroupSums = Pick<GroupFigures, 'total' | 'unknown' | 'change' | 'histories'>;

/** Groups users of another service by what it reports: totals of today, and changes of the histories that sync has read. */
export function reportedGroups(feed: DirectoryFeed, reason: string): ReadGroups {
  return async (_, filter, { by, within }) => {
    const directory = await feed.fresh();
    const { tables } = directory;
    const { rows, figures, asOf } = await inSlices(directory.members(filter));
    const { reported } = tables;
    const totalOf = (rowIndex: number) => figures.total[rowIndex] ?? Number.NaN;
    const current: CurrentHoldings = {
      totalOf: (rowIndex, thematic) =>
        thematic === null
          ? totalOf(rowIndex)
          : (reported?.heldOf(rowIndex, new Set([thematic]), null) ?? Number.NaN),
      eachThematic(rowIndex, visit) {
        reported?.eachHeld(rowIndex, 'thematic', (thematic, total) => visit(thematic, total, true));
      },
    };
    function* sumOfUsers(users: Uint32Array): Generator<void, GroupSums> {
      const sums = yield* sumsOf(figures, filter.period, users);
      return {
        total: sums.known === 0 && users.length > 0 ? null : sums.total,
        unknown: users.length - sums.known,
        change: sums.change,
        histories: { read: users.length - sums.unknown, of: users.length },
      };
    }
    function* sumOfWallets({
      rows: users,
      thematics,
    }: Omit<UserGroup, 'value'>): Generator<void, GroupSums> {
      // A user whose wallets have not been read may have some.
      const isUnread = (rowIndex: number) =>
        thematics?.size === 0 && Number.isNaN(figures.openWallets[rowIndex]);
      const totals: (number | null)[] = [];
      for (const rowIndex of users) {
        const total = isUnread(rowIndex) ? null : reported?.heldOf(rowIndex, thematics, null);
        totals.push(total === undefined || Number.isNaN(total) ? null : total);
        if (totals.length % rowsPerSlice === 0) yield;
      }
      const { sum, known, of } = knownSumOf(totals);
      // Changes of wallets are not read.
      return { total: sum, unknown: of - known, change: null, histories: { read: 0, of } };
    }
    const all = new Concentration();
    function* figuresOf(group: Omit<UserGroup, 'value'>): Generator<void, GroupFigures> {
      const own = yield* group.thematics === null ? sumOfUsers(group.rows) : sumOfWallets(group);
      const share = all.noShares === null ? weightOf(own.total, all.total) : null;
      return { count: group.count, ...own, share, flow: null, return: null, spark: null };
    }
    return inSlices(
      (function* groups() {
        for (const [index, rowIndex] of rows.entries()) {
          all.add(rowIndex, totalOf(rowIndex));
          if (index % rowsPerSlice === rowsPerSlice - 1) yield;
        }
        const [first, second] = by;
        const scope =
          within === undefined
            ? { rows, thematic: null }
            : yield* usersWithin(first, within, rows, tables, current, filter);
        const own = within === undefined ? first : (second ?? first);
        const { groups, others, repeated } = yield* groupUsers(own, scope, tables, current, filter);
        const shown: ({ value: string | null } & GroupFigures)[] = [];
        for (const group of groups) {
          shown.push({ value: group.value, ...(yield* figuresOf(group)) });
          yield;
        }
        return {
          asOf: formatTime(asOf),
          groups: shown,
          others: others && { groups: others.groups, ...(yield* figuresOf(others)) },
          repeated,
          noShares: all.noShares,
          reason,
        };
      })(),
    );
  };
}
