import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from '../../shared/api/capabilities.ts';
import { criteriaOf } from './criteriaOf.ts';
import type { Filters } from './filters.ts';
import { type DirectorySort, initialDirectorySort, type Question } from './index/question.ts';

const toldOfAll: ReadonlySet<DirectorySort['by']> = new Set([
  'user',
  'wallets',
  'total',
  'created',
]);

/**
 * What the address asks of the index. What the service does not tell of all users neither sorts nor filters.
 * @returns the same object as long as it asks the same.
 */
export function useQuestion(
  text: string,
  sort: DirectorySort,
  filters: Filters,
  tellsDay: boolean,
): Question {
  const [opened] = useState(Date.now);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const today = Math.floor((asOf === undefined ? opened : parseTime(asOf)) / day) * day;
  return useMemo(
    () => ({
      criteria: criteriaOf(text, tellsDay ? filters : toldFilters(filters), today),
      sort: tellsDay || toldOfAll.has(sort.by) ? sort : initialDirectorySort,
    }),
    [text, sort, filters, tellsDay, today],
  );
}

/** The filters by what the interface's own list of users tells. */
export function toldFilters(filters: Filters): Filters {
  return { ...filters, thematics: [], moved: null };
}
