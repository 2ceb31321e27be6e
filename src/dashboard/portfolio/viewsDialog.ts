import { create } from 'zustand';
import type { Action } from '../design/actions.ts';

export interface PageView {
  /** Query of the current page as a view stores it; default: that of the address. */
  readonly search?: string;
  readonly onSaved?: (search: string) => void;
}

/** The page whose views are open; null: closed. */
export const useViewsDialog = create<{ readonly page: PageView | null }>(() => ({ page: null }));

export const openViews = (page: PageView = {}): void => useViewsDialog.setState({ page });
export const closeViews = (): void => useViewsDialog.setState({ page: null });

export const viewActions = (page?: PageView): readonly Action[] =>
  [
    { name: 'Save this page as a view', also: 'bookmark' },
    { name: 'Manage views', also: 'saved shared rename home page' },
  ].map((action) => ({ ...action, run: () => openViews(page) }));
