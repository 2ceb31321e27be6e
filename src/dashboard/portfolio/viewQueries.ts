import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { deleteView, getViews, putView } from '#contract/operations/views.ts';
import { homeKinds, type SavedView, type SavedViewContent } from '#contract/savedViews.ts';
import { call } from '../api/client.ts';
import { ifMatch } from './mutations.ts';
import { keys } from './queryKeys.ts';

export const viewQueries = {
  visible: () =>
    queryOptions({
      queryKey: keys.views,
      queryFn: ({ signal }) => call(getViews, {}, signal),
    }),
  /** For admins. */
  all: () =>
    queryOptions({
      queryKey: keys.viewsOfAll,
      queryFn: ({ signal }) => call(getViews, { query: { of: 'all' } }, signal),
    }),
};

export interface ViewWrite {
  readonly id: string;
  readonly content: SavedViewContent;
  /** Entity tag of the view when it was read; null: it does not exist. */
  readonly etag: string | null;
}

// The home page is part of the session.
const invalidates = [keys.views, keys.session];

/** `failure` is reported if no form shows the error. */
export function writeView(failure?: string) {
  return mutationOptions({
    mutationFn: ({ id, content, etag }: ViewWrite) =>
      call(putView, { params: { id }, body: content, headers: ifMatch(etag) }),
    // An answer from before the change must not arrive after it.
    onMutate: (_view, { client }) => client.cancelQueries({ queryKey: keys.views }),
    // Someone else may have changed the view.
    onError: (_error, _view, _result, { client }) =>
      client.invalidateQueries({ queryKey: keys.views }),
    meta: { invalidates, ...(failure === undefined ? {} : { failure }) },
  });
}

export const removeView = mutationOptions({
  mutationFn: ({ id, etag }: SavedView) =>
    call(deleteView, { params: { id }, headers: ifMatch(etag) }),
  meta: { invalidates, failure: 'The view could not be removed' },
});

export function contentOf({ name, address, shared, home }: SavedView): SavedViewContent {
  return { name, address, shared, home: homeKinds.filter((kind) => home.includes(kind)) };
}

/** Returns an id that no other view has. `crypto.randomUUID` would need HTTPS. */
export function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
