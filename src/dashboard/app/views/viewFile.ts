import * as z from 'zod/mini';
import { maxViewsPerOwner, savedViewContent, type SavedViewContent } from '#contract/savedViews.ts';
import { readBrowserViews } from '../../preferences/browserViews.ts';
import { contentOfBrowserView } from './importViews.ts';

const { name, address } = savedViewContent.shape;
const viewFile = z.array(z.object({ name, address })).check(z.maxLength(maxViewsPerOwner));

/** Parses exported views, also those that a browser stored; null if the file has none. */
export function readViewFile(
  text: string,
): readonly { readonly content: SavedViewContent }[] | null {
  const ofBrowser = readBrowserViews(text);
  if (ofBrowser !== null) return ofBrowser.map((view) => ({ content: contentOfBrowserView(view) }));
  try {
    return viewFile.safeParse(JSON.parse(text)).data?.map((content) => ({ content })) ?? null;
  } catch {
    return null;
  }
}
