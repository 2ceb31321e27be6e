import { useState } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { maxCompared } from '../history/historyQueries.ts';
import type { Format } from '../preferences/format.ts';
import { useListParam } from '../url/searchParam.ts';
import { chosenName } from '../url/params.ts';

export const limitText = (format: Format) =>
  `At most ${format.number(maxCompared)}: remove one first`;

export interface Chosen {
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  readonly isAtLimit: boolean;
}

export function useChosen(): Chosen {
  const [ids, setIds] = useListParam(chosenName);
  // The note on the limit stays on screen until the selection changes.
  const [limitedIds, setLimitedIds] = useState<readonly string[] | null>(null);
  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id) => {
      if (ids.includes(id)) setIds(ids.filter((one) => one !== id));
      else if (ids.length < maxCompared) setIds([...ids, id]);
      else setLimitedIds(ids);
    },
    clear: () => setIds([]),
    isAtLimit: limitedIds === ids,
  };
}

export const searchedFields = ({ _id, name, description, tokens }: Thematic) => [
  _id,
  name,
  description,
  ...(tokens ?? []).flatMap(({ token }) => [token.symbol, token.name]),
];
