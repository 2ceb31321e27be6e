import { useQuery } from '@tanstack/react-query';
import type { Thematic } from '#contract/thematic.ts';
import { categoriesOf } from './categories.ts';
import { thematicQueries } from './thematicQueries.ts';

/** All thematics, with names and categories by id. The object is stable while they are unchanged. */
export const useThematics = () =>
  useQuery({ ...thematicQueries.names(), select: namedThematics }).data ?? noThematics;

export type Thematics = ReturnType<typeof namedThematics>;

function namedThematics(thematics: readonly Thematic[]) {
  const names = new Map(thematics.map(({ _id, name }) => [_id, name.trim()]));
  return {
    all: thematics,
    categories: categoriesOf(thematics),
    nameOf: (id: string) => names.get(id) || id,
  };
}

const noThematics = namedThematics([]);
