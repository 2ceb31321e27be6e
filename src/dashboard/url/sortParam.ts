import type { SearchParam } from './searchParam.ts';

export const sortName = 'sort';

/** An order of rows: `?sort=total` ascends, `?sort=-total` descends. */
export interface Sort {
  readonly by: string;
  readonly order: 'ascending' | 'descending';
}

/** The order of a table in the address; what the address does not say, or says wrong, is `initial`. */
export function sortParam(sorts: (column: string) => boolean, initial: Sort): SearchParam<Sort> {
  return {
    name: sortName,
    read: (text) => {
      const by = text?.replace(/^-/, '') ?? '';
      if (!sorts(by)) return initial;
      return { by, order: text?.startsWith('-') === true ? 'descending' : 'ascending' };
    },
    write: (sort) =>
      sort.by === initial.by && sort.order === initial.order
        ? null
        : `${sort.order === 'descending' ? '-' : ''}${sort.by}`,
  };
}
