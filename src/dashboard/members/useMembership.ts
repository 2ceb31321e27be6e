import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BookSubject, MembersQuery } from '../portfolio/bookSubject.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { initialDirectoryPeriod } from '../url/carried.ts';
import { searchName } from '../url/params.ts';
import { readIds, useWriteParams } from '../url/searchParam.ts';
import {
  bookAddress,
  memberParams,
  membersAddress,
  namedMembers,
  overParam,
} from './bookAddress.ts';
import { filterLabels, queryOfFilters, readFilters, useFilters } from './filters.ts';
import { useToday } from './useToday.ts';

/** A condition in words, such as “Holds” and “DeFi”. */
interface MemberCondition {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly remove: () => void;
}

const namedLabels = { ids: 'Users', selection: 'Selection' } as const satisfies Record<
  keyof typeof namedMembers,
  string
>;

/** Members of the page's book. Equal addresses give the same query. */
export function useMembership() {
  const [params] = useSearchParams();
  const writeParams = useWriteParams();
  const format = useFormat();
  const { nameOf } = useThematics();
  const [, onFilter] = useFilters();
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
    const removeParam = (name: string) => () => writeParams((after) => after.delete(name));
    const search = own.get(searchName)?.trim() ?? '';
    return [
      ...(search === ''
        ? []
        : [{ name: searchName, label: 'Search', value: search, remove: removeParam(searchName) }]),
      ...Object.entries(namedLabels).flatMap(([name, label]) => {
        const values = readIds(own, name);
        const value = values.join(', ');
        return values.length === 0 ? [] : [{ name, label, value, remove: removeParam(name) }];
      }),
      ...filterLabels(readFilters(own), { format, period, nameOf }).map(
        ({ criterion: name, label, value, cleared }) => ({
          name,
          label,
          value,
          remove: () => onFilter(cleared),
        }),
      ),
    ];
  }, [text, period, format, nameOf, writeParams, onFilter]);
  const address = bookAddress(params, period);
  const subject = useMemo((): BookSubject => ({ book: query, address }), [query, address]);
  return { query, subject, conditions, list };
}

export type SelectedMembers = ReturnType<typeof useMembership>;

function queryOf(params: URLSearchParams, period: MembersQuery['period'], today: number) {
  const q = params.get(searchName)?.trim() ?? '';
  const named = Object.values(namedMembers).flatMap((name) => {
    const values = readIds(params, name);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  const query: MembersQuery = {
    ...(q === '' ? {} : { q }),
    ...(period === initialDirectoryPeriod ? {} : { period }),
    ...Object.fromEntries(named),
    ...queryOfFilters(readFilters(params), today),
  };
  return query;
}
