import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getDirectory } from '#contract/operations/directory.ts';
import { call } from '../../../api/client.ts';
import type { NamedMembers } from '../../../members/bookAddress.ts';
import type { UserListQuery } from '../../../members/userListQuery.ts';
import { ticks } from '../../../portfolio/capabilities.ts';
import { keys } from '../../../portfolio/queryKeys.ts';
import type { DirectoryAnswer } from '../directoryQueries.ts';
import { matchingIds } from './matchingIds.ts';

interface HiddenCountOptions {
  readonly answer: DirectoryAnswer;
  readonly ids: ReadonlySet<string>;
  /** The same users for requests; null while they are stored. */
  readonly members: NamedMembers | null;
  /** Number of selected users that exist; undefined until it is known. */
  readonly existing: number | undefined;
}

/** Returns the number of selected users that the filters of the list hide. */
export function useHiddenCount({ answer, ids, members, existing }: HiddenCountOptions): number {
  const { query, count, of } = answer;
  const isFiltered = count < of && members !== null;
  const both = useMemo(() => queryOfBoth(query, ids, members), [query, ids, members]);
  const found = useQuery({
    queryKey: [...keys.book(both ?? {}), 'members'],
    queryFn: ({ signal }) => call(getDirectory, { query: { ...both, limit: 1 } }, signal),
    enabled: isFiltered && both !== null && !isNobody(both),
    meta: ticks,
  });
  // A request names one saved selection.
  const listed = useQuery({
    queryKey: keys.matchingIds(query),
    queryFn: ({ signal }) => matchingIds(query, signal),
    enabled: isFiltered && both === null,
  });
  if (!isFiltered || existing === undefined) return 0;
  if (both === null) return hiddenOf(existing, listed.data?.filter((id) => ids.has(id)).length);
  return hiddenOf(existing, isNobody(both) ? 0 : found.data?.count);
}

const hiddenOf = (existing: number, shown: number | undefined): number =>
  shown === undefined ? 0 : Math.max(0, existing - shown);

/** Without ids, a request would be of everyone. */
const isNobody = ({ ids }: SelectedQuery): boolean => ids?.length === 0;

type SelectedQuery = Omit<UserListQuery, 'ids'> & { readonly ids?: readonly string[] };

/** Returns the filters of a list for the selected users only; null if both are saved selections. */
function queryOfBoth(
  { sort: _, ids: named, ...filters }: UserListQuery,
  ids: ReadonlySet<string>,
  members: NamedMembers | null,
): SelectedQuery | null {
  if (named !== undefined) {
    return {
      ...filters,
      ids: [named]
        .flat()
        .map(String)
        .filter((id) => ids.has(id)),
    };
  }
  const { selection } = filters;
  const stored = members?.selection;
  const isOther = selection !== undefined && stored !== undefined && selection !== stored;
  return isOther ? null : { ...filters, ...members };
}
