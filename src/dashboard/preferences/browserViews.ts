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
const stored = z.object({ views: z.array(browserView), isDecided: z._default(z.boolean(), false) });

interface BrowserViewsState {
  readonly views: readonly BrowserView[];
  /** The person has decided whether to import the views into the service. */
  readonly isDecided: boolean;
}

export const useBrowserViews = create<BrowserViewsState>()(
  persist((): BrowserViewsState => ({ views: [], isDecided: false }), {
    name: 'portfolio.views',
    version: 1,
    // Ignores invalid stored content.
    merge: (kept, initial) => ({ ...initial, ...stored.safeParse(kept).data }),
  }),
);

export function saveBrowserViews(views: readonly BrowserView[]): void {
  const names = new Set(views.map(({ name }) => name));
  useBrowserViews.setState(({ views: before }) => ({
    views: [...before.filter(({ name }) => !names.has(name)), ...views].toSorted((a, b) =>
      a.name.localeCompare(b.name, 'en'),
    ),
  }));
}

export function removeBrowserView(view: string): void {
  useBrowserViews.setState(({ views }) => ({ views: views.filter(({ name }) => name !== view) }));
}

export function stopOffering(): void {
  useBrowserViews.setState({ isDecided: true });
}

/** Parses exported views; null if the file has none. */
export function readBrowserViews(text: string): readonly BrowserView[] | null {
  try {
    return browserViews.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
