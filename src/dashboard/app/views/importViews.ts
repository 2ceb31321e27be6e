import type { SavedView, SavedViewContent } from '#contract/savedViews.ts';
import { messageOf } from '../../api/errors.ts';
import { notify } from '../../design/notify.ts';
import { newViewId, type ViewWrite } from '../../portfolio/viewQueries.ts';
import type { BrowserView } from '../../preferences/browserViews.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { viewAddress } from './viewPage.ts';

/** Views of a browser are of the directory. */
export const contentOfBrowserView = ({ name, search }: BrowserView): SavedViewContent => ({
  name,
  address: viewAddress(pageLinks.users.to, search),
});

/**
 * Saves views on the service, except those that the person has already. Says how many were imported, and why the others were not.
 * @returns the views that are now on the service.
 */
export async function importViews<View extends { readonly content: SavedViewContent }>(
  given: readonly View[],
  existing: readonly SavedView[],
  write: (view: ViewWrite) => Promise<unknown>,
): Promise<readonly View[]> {
  const done: View[] = [];
  let imported = 0;
  let fault = '';
  for (const view of given) {
    const { name, address } = view.content;
    const isKnown = existing.some((one) => one.own && one.name === name && one.address === address);
    try {
      if (!isKnown) await write({ id: newViewId(), content: view.content, etag: null });
      if (!isKnown) imported += 1;
      done.push(view);
    } catch (error) {
      fault = messageOf(error);
    }
  }
  const known = done.length - imported;
  const left = given.length - done.length;
  notify(
    [
      imported === 1 ? '1 view imported.' : `${imported} views imported.`,
      known > 0 ? `${known} already there.` : '',
      left > 0 ? `${left} not imported: ${fault}` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
  return done;
}
