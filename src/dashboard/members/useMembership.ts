import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BookSubject, MembersQuery } from '../portfolio/bookSubject.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { initialDirectoryPeriod } from '../url/carried.ts';
import { searchName } from '../url/params.ts';
import { useWriteParams } from '../url/searchParam.ts';
import { bookAddress, memberParams, membersAddress, overParam } from './bookAddress.ts';
import { filterLabels, queryOfFilters, readFilters, useFilters } from './filters.ts';
import { useSelectionCount } from './useSelectionCount.ts';
import { useToday } from './useToday.ts';

/** A condition in words, such as “Holds” and “DeFi”. */
interface MemberCondition {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly remove: () => void;
}

/** Members of the page's book. Equal addresses give the same query. */
export function useMembership() {
  const [params] = useSearchParams();
  const writeParams = useWriteParams();
  const format = useFormat();
  const { nameOf } = useThematics();
  const [filters, onFilter] = useFilters();
  const selectionCount = useSelectionCount(filters.selection);
  const today = useToday();
  const period = overParam.read(params.get(overParam.name));
  const text = memberParams(params).toString();
  const list = membersAddress(params);
  const query = useMemo(
    () => queryOf(new URLSearchParams(text), period, today),
    [text, period, today],
  );
  const conditions = useMemo((): MemberCondition[] => {
    const own = new URLSearchParams(text);
    const search = own.get(searchName)?.trim() ?? '';
    return [
      ...(search === ''
        ? []
        : [
            {
              name: searchName,
              label: 'Search',
              value: search,
              remove: () => writeParams((after) => after.delete(searchName)),
            },
          ]),
      ...filterLabels(filters, { format, period, nameOf, selectionCount }).map(
        ({ criterion: name, label, value, cleared }) => ({
          name,
          label,
          value,
          remove: () => onFilter(cleared),
        }),
      ),
    ];
  }, [text, filters, period, format, nameOf, selectionCount, writeParams, onFilter]);
  const address = bookAddress(params, period);
  const subject = useMemo((): BookSubject => ({ book: query, address }), [query, address]);
  return { query, subject, conditions, list };
}

export type SelectedMembers = ReturnType<typeof useMembership>;

function queryOf(params: URLSearchParams, period: MembersQuery['period'], today: number) {
  const q = params.get(searchName)?.trim() ?? '';
  const query: MembersQuery = {
    ...(q === '' ? {} : { q }),
    ...(period === initialDirectoryPeriod ? {} : { period }),
    ...queryOfFilters(readFilters(params), today),
  };
  return query;
}
