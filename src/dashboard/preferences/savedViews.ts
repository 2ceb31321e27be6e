import * as z from 'zod/mini';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const maxViewName = 60;

/** A named view of the directory: the query of its address. */
const browserView = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(maxViewName)),
  search: z.string().check(z.maxLength(4000)),
});
export type BrowserView = z.infer<typeof browserView>;

/** Limit for a file. This browser may store more. */
const browserViews = z.array(browserView).check(z.maxLength(200));
const stored = z.object({ views: z.array(browserView) });

export const useSavedViews = create<{ readonly views: readonly BrowserView[] }>()(
  persist(() => ({ views: [] as readonly BrowserView[] }), {
    name: 'portfolio.views',
    version: 1,
    // Ignores invalid stored content.
    merge: (kept, initial) => stored.safeParse(kept).data ?? initial,
  }),
);

export function saveViews(views: readonly BrowserView[]): void {
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

/** Parses exported views; null if the file has none. */
export function readViews(text: string): readonly BrowserView[] | null {
  try {
    return browserViews.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
