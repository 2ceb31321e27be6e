import type { SearchParam } from './searchParam.ts';

export const sortName = 'sort';

/** An order of rows: `?sort=total` ascends, `?sort=-total` descends. */
export interface Sort<Column extends string = string> {
  readonly by: Column;
  readonly order: 'ascending' | 'descending';
}

/** The order of a table in the address; what the address does not say, or says wrong, is `initial`. */
export function sortParam<const Column extends string>(
  columns: readonly Column[] | ((name: string) => name is Column),
  initial: Sort<Column>,
): SearchParam<Sort<Column>> {
  const isColumn =
    typeof columns === 'function'
      ? columns
      : (name: string): name is Column => columns.some((column) => column === name);
  return {
    name: sortName,
    read: (text) => {
      const by = text?.replace(/^-/, '') ?? '';
      if (!isColumn(by)) return initial;
      return { by, order: text?.startsWith('-') === true ? 'descending' : 'ascending' };
    },
    write: (sort) =>
      sort.by === initial.by && sort.order === initial.order
        ? null
        : `${sort.order === 'descending' ? '-' : ''}${sort.by}`,
  };
}
