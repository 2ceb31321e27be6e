import { isGroupBy, type GroupBy } from '#contract/directoryGroupParameters.ts';
import { attributeOf } from '../../members/attributeNames.ts';
import { putList, useListParam, useWriteParams } from '../../url/searchParam.ts';
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

/** `?expanded="CH"&expanded=null`: keys of groups whose parts are shown; null: users without a value. */
export const expandedName = 'expanded';

/** Parameters of the list that belong to its groups. */
export const groupParamNames = [groupByName, groupSortParam.name, expandedName];

/** Groupings of the address, one or two; empty: users are listed one by one. */
export function useGroupBy(): readonly [
  readonly GroupBy[],
  (by: readonly (GroupBy | null)[]) => void,
] {
  const [named] = useListParam(groupByName);
  const writeParams = useWriteParams();
  return [
    named.filter(isGroupBy).slice(0, 2),
    (by) =>
      writeParams((params) => {
        const before = params.get(groupByName);
        putList(params, groupByName, new Set(by.filter((one) => one !== null)));
        // Other groups, or groups that are not divided.
        if (by[0] !== before || params.getAll(groupByName).length < 2) params.delete(expandedName);
      }),
  ];
}

/** “country”, “thematic” */
export const groupingLabel = (by: GroupBy): string => attributeOf(by) ?? by;
