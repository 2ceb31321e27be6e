import type { Format } from '../preferences/format.ts';
import { chosenName } from '../url/params.ts';
import { readIds } from '../url/searchParam.ts';
import type { FilterKind } from './filterKind.ts';

/** More ids are counted on the chip, not listed. */
const listedIds = 3;

/** Users by id. */
export const idsKind: FilterKind<readonly string[]> = {
  param: chosenName,
  column: null,
  read: (params) => readIds(params, chosenName),
  write: ({ ids }) => ids.map((id) => [chosenName, id]),
  query: ({ ids }) => (ids.length === 0 ? {} : { ids }),
  labels: ({ ids }, { format }) => {
    if (ids.length === 0) return [];
    const named =
      ids.length > listedIds
        ? selectionLabel(format, ids.length)
        : { label: ids.length === 1 ? 'User' : 'Users', value: ids.join(', ') };
    return [{ criterion: 'ids', ...named, cleared: { ids: [] }, column: null }];
  },
};

/** Users of a saved selection. */
export const selectionKind: FilterKind<string | null> = {
  param: 'selection',
  column: null,
  read: (params) => params.get('selection') || null,
  write: ({ selection }) => (selection === null ? [] : [['selection', selection]]),
  query: ({ selection }) => (selection === null ? {} : { selection }),
  labels: ({ selection }, { format, selectionCount }) =>
    selection === null
      ? []
      : [
          {
            criterion: 'selection',
            ...selectionLabel(format, selectionCount),
            cleared: { selection: null },
            column: null,
          },
        ],
};

const selectionLabel = (format: Format, count: number | null) => ({
  label: 'Selection',
  value: `of ${count === null ? 'users' : format.count(count, 'user')}`,
});
