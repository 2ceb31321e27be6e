import * as z from 'zod/mini';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const maxViewName = 60;

/** A view of the directory with a name: what its address says after `?`. */
const savedView = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(maxViewName)),
  search: z.string().check(z.maxLength(4000)),
});
export type SavedView = z.infer<typeof savedView>;

/** A file has so many at most; in this browser they are as many as were saved. */
const savedViews = z.array(savedView).check(z.maxLength(200));
const stored = z.object({ views: z.array(savedView) });

/** The saved views of this browser. */
export const useSavedViews = create<{ readonly views: readonly SavedView[] }>()(
  persist(() => ({ views: [] as readonly SavedView[] }), {
    name: 'portfolio.views',
    version: 1,
    // What another hand wrote is left out.
    merge: (kept, initial) => stored.safeParse(kept).data ?? initial,
  }),
);

/** Keeps views, each instead of one of the same name. */
export function saveViews(views: readonly SavedView[]): void {
  const names = new Set(views.map(({ name }) => name));
  useSavedViews.setState(({ views: before }) => ({
    views: [...before.filter(({ name }) => !names.has(name)), ...views].toSorted((a, b) =>
      a.name.localeCompare(b.name, 'en'),
    ),
  }));
}

export function removeView(view: string): void {
  useSavedViews.setState(({ views }) => ({ views: views.filter(({ name }) => name !== view) }));
}

/** The views in a file that was exported; null where it holds none. */
export function readViews(text: string): readonly SavedView[] | null {
  try {
    return savedViews.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
