import type { SearchParam } from './searchParam.ts';

/** An order of rows: `?sort=total` ascends, `?sort=-total` descends. */
export interface Sort<Column extends string> {
  readonly by: Column;
  readonly order: 'ascending' | 'descending';
}

/** The order of a table in the address; what the address does not say, or says wrong, is `initial`. */
export function sortParam<const Column extends string>(
  columns: readonly Column[],
  initial: Sort<Column>,
): SearchParam<Sort<Column>> {
  return {
    name: 'sort',
    read: (text) => {
      const by = columns.find((column) => column === text?.replace(/^-/, ''));
      if (by === undefined) return initial;
      return { by, order: text?.startsWith('-') === true ? 'descending' : 'ascending' };
    },
    write: (sort) =>
      sort.by === initial.by && sort.order === initial.order
        ? null
        : `${sort.order === 'descending' ? '-' : ''}${sort.by}`,
  };
}
