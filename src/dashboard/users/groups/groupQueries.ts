import { queryOptions } from '@tanstack/react-query';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import type { DirectoryGrouping } from '#contract/directoryGroups.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { call } from '../../api/client.ts';
import { ticks } from '../../portfolio/capabilities.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import type { UserListQuery } from '../../members/userListQuery.ts';

export interface GroupsAnswer extends DirectoryGrouping {
  readonly asOf: string;
  readonly count: number;
  readonly usersTotal: number | null;
  readonly path: string;
}

/** Larger sets are not read again with each tick. */
const maxLive = 20_000;

export interface GroupsRequest {
  readonly query: UserListQuery;
  readonly by: readonly GroupBy[];
  /** The group to divide by the second grouping; null: users without a value. Undefined: all users. */
  readonly within?: string | null;
  /** Number of users. */
  readonly size: number;
}

export const groupsInput = ({ query, by, within }: Omit<GroupsRequest, 'size'>) => {
  const { sort: _, since: _since, ...filter } = query;
  const group =
    within === undefined
      ? { groupBy: by.slice(0, 1) }
      : { groupBy: [...by], ...(within === null ? { withinNone: 'true' } : { within }) };
  return { query: { ...filter, ...group } };
};

/** Groups of the first grouping; with `within`, those of the second in one of its groups. */
export function groupsQuery({ size, ...request }: GroupsRequest) {
  const input = groupsInput(request);
  return queryOptions<GroupsAnswer>({
    queryKey: keys.directoryGroups(input.query),
    queryFn: async ({ signal }) => {
      const { asOf, count, sums, ...answer } = await call(getDirectory, input, signal);
      const { groups = [], others = null, repeated = 0, noShares = null, reason } = answer;
      return {
        asOf,
        count,
        groups,
        others,
        repeated,
        noShares,
        ...(reason !== undefined && { reason }),
        usersTotal: sums.known === count ? sums.total : null,
        path: pathOf(getDirectory, input),
      };
    },
    staleTime: 5_000,
    gcTime: 60_000,
    meta: size > maxLive ? {} : ticks,
  });
}
