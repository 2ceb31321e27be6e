import { isGroupBy, type GroupBy } from '#contract/directoryGroupParameters.ts';
import { attributeOf } from '../../members/attributeNames.ts';
import { useListParam } from '../../url/searchParam.ts';
import { sortParam } from '../../url/sortParam.ts';

/** `?groupBy=attribute.country&groupBy=thematic` */
export const groupByName = 'groupBy';

const sortColumns: readonly string[] = [
  'group',
  'count',
  'total',
  'share',
  'change',
  'flow',
  'return',
];

/** The order of the users in the list is `?sort`. */
export const groupSortParam = {
  ...sortParam((column) => sortColumns.includes(column), { by: 'total', order: 'descending' }),
  name: 'groupSort',
};

/** Groupings of the address, one or two; empty: users are listed one by one. */
export function useGroupBy(): readonly [
  readonly GroupBy[],
  (by: readonly (GroupBy | null)[]) => void,
] {
  const [named, set] = useListParam(groupByName);
  return [
    named.filter(isGroupBy).slice(0, 2),
    (by) => set([...new Set(by.filter((one) => one !== null))]),
  ];
}

/** “country”, “thematic” */
export const groupingLabel = (by: GroupBy): string => attributeOf(by) ?? by;
