import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createSelection } from '#contract/operations/selections.ts';
import { call } from '../../../api/client.ts';
import { doIdsFit, type NamedMembers } from '../../../members/bookAddress.ts';
import type { SelectedUsers } from '../../../preferences/selectedUsers.ts';
import { keys } from '../../../portfolio/queryKeys.ts';

/** Several selections in a row are one request. */
const settledMs = 200;

interface MembersOfSelection {
  /** Null while a large selection is being stored. */
  readonly members: NamedMembers | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Names the selected users for requests and addresses: by their ids if they fit, otherwise as a stored selection. */
export function useSelectedMembers(selected: SelectedUsers): MembersOfSelection {
  const [settled] = useDebouncedValue(selected, settledMs);
  const isSettled = settled.version === selected.version;
  const ids = useMemo(() => [...settled.ids].toSorted(), [settled.ids]);
  const fits = useMemo(() => doIdsFit(ids), [ids]);
  const stored = useQuery({
    // A key with 100,000 ids would be hashed at each render.
    queryKey: keys.selection(settled.version),
    queryFn: ({ signal }) => call(createSelection, { body: { ids } }, signal),
    enabled: !fits,
    staleTime: Infinity,
    gcTime: 0,
  });
  const selection = stored.data?.id;
  const members = useMemo(() => {
    if (!isSettled) return null;
    if (fits) return { ids };
    return selection === undefined ? null : { selection };
  }, [isSettled, fits, ids, selection]);
  return { members, error: stored.error, retry: () => void stored.refetch() };
}
