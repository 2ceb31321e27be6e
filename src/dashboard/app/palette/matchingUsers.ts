import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DirectoryRow } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import { fold, searchWords } from '#contract/search.ts';
import { isNotFound } from '../../api/errors.ts';
import { userQueries } from '../../portfolio/userQueries.ts';
import { useDirectoryPage } from '../../users/directory/directoryQueries.ts';
import {
  type MatchingAttribute,
  matchingAttribute,
} from '../../users/directory/matchingAttribute.ts';
import { keys } from '../../portfolio/queryKeys.ts';

/** A user that was only looked up by id has no figures. */
export type MatchingUser = Pick<DirectoryRow, 'customId' | 'name'> &
  Partial<Pick<DirectoryRow, 'total' | 'return'>> & {
    readonly found?: MatchingAttribute | null;
  };

export interface MatchingUsers {
  readonly users: readonly MatchingUser[];
  /** Matches out of all users; null until known. */
  readonly count: number | null;
  readonly of: number | null;
  /** Reason why `of` is not the number of all users; undefined if it is. */
  readonly incomplete?: IncompleteList | undefined;
  readonly isBusy: boolean;
  readonly isId: boolean | null;
}

const settleMs = 200;

/**
 * Searches ids, names and attributes. Order: the exact id, ids that start with the text, ids and names that contain it,
 * attributes; larger users first. Looks up an id that has no match.
 */
export function useMatchingUsers(text: string, limit: number): MatchingUsers {
  const isSearched = text !== '';
  const query = useMemo(() => ({ q: text }), [text]);
  const directory = useDirectoryPage(query, 0, isSearched);
  const answer = isSearched ? directory.data : undefined;
  const isOld = isSearched && directory.isPlaceholderData;
  const nearest = useMemo(
    () => (answer === undefined ? [] : sortNearest(answer.rows, answer.query.q ?? '')),
    [answer],
  );
  const hasId = nearest[0]?.customId === text;
  // A text that the search splits may still be an id.
  const isAll =
    answer !== undefined &&
    answer.incomplete === undefined &&
    !isOld &&
    answer.count <= answer.rows.length &&
    !/[":]/.test(text);
  const mayBeId = text !== '' && !hasId && !isAll;
  const isAnswered = directory.failureCount > 0 || (answer !== undefined && !isOld);
  const looksUp = mayBeId && isAnswered;
  const [settled] = useDebouncedValue(looksUp ? text : '', settleMs);
  const lookup = useQuery({
    ...userQueries.one(settled),
    queryKey: keys.user(settled),
    ...(settled === '' || settled !== text ? { queryFn: skipToken } : {}),
    retry: false,
  });
  const exact = looksUp && settled === text ? lookup.data?.user : undefined;
  const first: MatchingUser[] =
    exact === undefined
      ? []
      : [{ customId: exact.customId, name: nameOf(exact['name']), total: exact.total }];
  const isMissing = settled === text && isNotFound(lookup.error);
  const isLooking = mayBeId && nearest.length === 0 && !(settled === text && lookup.isFetched);
  return {
    users: text === '' ? [] : [...first, ...nearest].slice(0, limit),
    count: answer?.count ?? null,
    of: answer?.of ?? null,
    incomplete: answer?.incomplete,
    isBusy: isOld || isLooking,
    isId: hasId || exact !== undefined ? true : isAll || isMissing ? false : null,
  };
}

function sortNearest(rows: readonly DirectoryRow[], text: string): readonly MatchingUser[] {
  const words = searchWords(text);
  const wanted = fold(text);
  const rank = ({ customId, found }: MatchingUser) => {
    if (customId === text) return 0;
    if (fold(customId).startsWith(wanted)) return 1;
    return found === null ? 2 : 3;
  };
  return rows
    .map((row): MatchingUser => ({ ...row, found: matchingAttribute(row, words) }))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Like any attribute, a name may have any type or be absent. */
function nameOf(name: unknown): string | null {
  return typeof name === 'string' ? name : null;
}
