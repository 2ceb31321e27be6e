import { useState } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { maxCompared } from '../history/historyQueries.ts';
import { useListParam } from '../url/searchParam.ts';
import { chosenName } from '../url/params.ts';

export interface Chosen {
  /** Ids in the order in which they were chosen. */
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** Chooses or takes out. More than can be compared are refused. */
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** One more was just chosen than can be compared. */
  readonly isRefused: boolean;
}

/** The thematics chosen for a comparison, as the address has them. */
export function useChosen(): Chosen {
  const [ids, setIds] = useListParam(chosenName);
  // A refusal is shown until something else is chosen.
  const [refusedWith, setRefusedWith] = useState<readonly string[] | null>(null);
  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id) => {
      if (ids.includes(id)) setIds(ids.filter((one) => one !== id));
      else if (ids.length < maxCompared) setIds([...ids, id]);
      else setRefusedWith(ids);
    },
    clear: () => setIds([]),
    isRefused: refusedWith === ids,
  };
}

/** What of a thematic is searched. */
export const searchedFields = ({ _id, name, description, tokens }: Thematic) => [
  _id,
  name,
  description,
  ...(tokens ?? []).flatMap(({ token }) => [token.symbol, token.name]),
];
