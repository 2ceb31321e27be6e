import { skipToken, useQuery } from '@tanstack/react-query';
import { membersQuery } from './membersQuery.ts';

/** The number of users in a saved selection, without those deleted since; null until it is known. */
export function useSelectionCount(selection: string | null): number | null {
  const { data } = useQuery({
    ...membersQuery({ selection: selection ?? '' }),
    ...(selection === null && { queryFn: skipToken }),
  });
  return data?.count ?? null;
}
