import type { DirectoryPeriod } from '#contract/directory.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { attributeOf } from '../../members/attributeNames.ts';
import { bookAddress } from '../../members/bookAddress.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { columnsName, filterNames } from '../../url/params.ts';
import { groupParamNames } from './groupParams.ts';

/** A group, and the value of it. */
export interface GroupStep {
  readonly by: GroupBy;
  readonly value: string | null;
}

export interface GroupLinks {
  readonly book: string;
  readonly list: string;
}

/**
 * Returns the addresses of the users of a group, as a book and as a list; or the reason why a filter cannot name them.
 * @param list parameters of the page.
 */
export function groupLinks(
  list: URLSearchParams,
  period: DirectoryPeriod,
  steps: readonly GroupStep[],
): GroupLinks | string {
  const params = new URLSearchParams(list);
  for (const name of [...groupParamNames, columnsName]) params.delete(name);
  for (const { by, value } of steps) {
    if (value === null) {
      const attribute = attributeOf(by);
      if (attribute === null) return 'No filter names users without holdings';
      params.append(filterNames.lackedAttributes, attribute);
      continue;
    }
    if (value === '' || value.length > 200) return 'A filter cannot name this value';
    const name = by === 'thematic' ? filterNames.thematics : by;
    const filtered = params.getAll(name);
    if (filtered.length > 0 && !filtered.includes(value)) {
      return 'The filter of the list names other thematics';
    }
    params.delete(name);
    params.append(name, value);
  }
  return {
    book: bookAddress(params, period),
    list: `${pageLinks.users.to}?${params.toString()}`,
  };
}
