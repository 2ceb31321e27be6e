import type { SearchParam } from './searchParam.ts';

export const sortName = 'sort';

/** `?sort=total` ascends, `?sort=-total` descends. */
export interface Sort {
  readonly by: string;
  readonly order: 'ascending' | 'descending';
}

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
