import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOffer } from '../../shared/api/capabilities.ts';
import { isNotFound } from '../../shared/api/errors.ts';
import { userQuery } from '../../shared/api/portfolio.ts';
import { fold } from '../../shared/fold.ts';
import type { DirectoryEntry } from '../../users/directory/directoryEntry.ts';
import { arrangementQuery, directoryQueries } from '../../users/directory/directoryQueries.ts';
import { everybody, initialDirectorySort } from '../../users/directory/index/question.ts';

/** A user as the palette shows it; the figures are not known of one that was only looked up. */
export type FoundUser = Pick<DirectoryEntry, 'customId' | 'name'> &
  Partial<Pick<DirectoryEntry, 'total' | 'dayChangeRatio' | 'found'>>;

export interface FoundUsers {
  readonly users: readonly FoundUser[];
  /** How many match of how many; null until it is known. */
  readonly count: number | null;
  readonly of: number | null;
  /** What was searched; while another text is on its way it is the one before. */
  readonly text: string;
  readonly isBusy: boolean;
  /** Whether one of them has just this id; null until it is known. */
  readonly isId: boolean | null;
}

const most = 5;
/** So many of those found are looked through for the nearest. */
const looked = 500;
const settle = 200;

/**
 * Users whose id, name or attributes hold a text, the nearest first: the id itself, ids that begin so, ids and names
 * that hold it, attributes; each by total. From
 * the directory's index. An id that the index cannot tell of, because it is still read or finds too many, is asked of the
 * service.
 */
export function useFoundUsers(text: string): FoundUsers {
  const offersDirectory = useOffer('directory');
  const source = offersDirectory === false ? directoryQueries.list : directoryQueries.directory;
  const directory = useQuery({
    ...source,
    enabled: offersDirectory !== undefined && text !== '',
    // A search alone is no reason to read all users again.
    staleTime: 10 * 60_000,
  });
  const question = useMemo(
    () => ({ criteria: { ...everybody, text }, sort: initialDirectorySort }),
    [text],
  );
  const known = text === '' ? undefined : directory.data;
  const arranged = useQuery(
    arrangementQuery(known, question, () => ({ first: 0, last: looked - 1 })),
  );
  const shown = known === undefined ? undefined : arranged.data;
  const isOld = known !== undefined && arranged.isPlaceholderData;
  const nearest = useMemo(
    () =>
      shown === undefined
        ? []
        : sortNearest([...shown.first.values()], shown.question.criteria.text),
    [shown],
  );
  const isInIndex = nearest[0]?.customId === text;
  const isTold =
    known?.isWhole === true && shown !== undefined && !isOld && shown.places.length <= looked;
  const looksUp = text !== '' && !isInIndex && !isTold;
  const settled = useSettled(looksUp ? text : '');
  const lookup = useQuery({
    ...userQuery(settled),
    queryKey: ['user', settled],
    ...(settled === '' || settled !== text ? { queryFn: skipToken } : {}),
    retry: false,
  });
  const exact = looksUp && settled === text ? lookup.data?.user : undefined;
  const first: FoundUser[] =
    exact === undefined
      ? []
      : [{ customId: exact.customId, name: nameOf(exact['name']), total: exact.total }];
  const isMissing = settled === text && isNotFound(lookup.error);
  const isLooking = looksUp && nearest.length === 0 && !(settled === text && lookup.isFetched);
  return {
    users: text === '' ? [] : [...first, ...nearest].slice(0, most),
    count: shown?.places.length ?? null,
    of: shown?.of ?? null,
    text: shown?.question.criteria.text ?? text,
    isBusy: isOld || isLooking,
    isId: isInIndex || exact !== undefined ? true : isTold || isMissing ? false : null,
  };
}

function sortNearest(entries: readonly DirectoryEntry[], text: string): readonly DirectoryEntry[] {
  const wanted = fold(text);
  const rank = ({ customId, found }: DirectoryEntry) => {
    if (customId === text) return 0;
    if (fold(customId).startsWith(wanted)) return 1;
    return found === null ? 2 : 3;
  };
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** A name is an attribute like others: of any type, or none. */
function nameOf(name: unknown): string | null {
  return typeof name === 'string' ? name : null;
}

/** The text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settle);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
