import { create } from 'zustand';

export interface SelectedUsers {
  readonly ids: ReadonlySet<string>;
  /** Another number for each change of the ids. */
  readonly version: number;
  /** The list whose matches are all selected, as text. */
  readonly allOf: string | null;
  /** A tap on a row selects it. */
  readonly isSelecting: boolean;
}

const none: SelectedUsers = { ids: new Set(), version: 0, allOf: null, isSelecting: false };

/** Selected users of the directory, in memory only: they survive other filters and pages, but no reload. */
export const useSelectedUsers = create<SelectedUsers>(() => none);

export const selectUsers = (ids: ReadonlySet<string>, allOf: string | null = null): void =>
  useSelectedUsers.setState(({ version }) => ({ ids, allOf, version: version + 1 }));

/** Selects a user, or removes them from the selection. */
export function toggleUser(id: string): void {
  const ids = new Set(useSelectedUsers.getState().ids);
  if (!ids.delete(id)) ids.add(id);
  selectUsers(ids);
}

export const beginSelecting = (): void => useSelectedUsers.setState({ isSelecting: true });

export const clearSelectedUsers = (): void =>
  useSelectedUsers.setState(({ version }) => ({ ...none, version: version + 1 }));
