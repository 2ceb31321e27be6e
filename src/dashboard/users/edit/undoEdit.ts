import type { QueryClient } from '@tanstack/react-query';
import { userQueries } from '../../portfolio/userQueries.ts';
import { updateAside } from '../../portfolio/mutations.ts';
import { sameJson, mergePatchOf, mergePatch } from '#contract/mergePatch.ts';
import { type Attributes, attributesOf } from '../userAttributes.ts';

interface SavedEdit {
  readonly customId: string;
  readonly before: Attributes;
  readonly after: Attributes;
}

/** Puts back what an edit of attributes changed, and nothing else; not where any of it was changed again since. */
export function undoEdit(client: QueryClient, saved: SavedEdit): Promise<void> {
  const { customId, before, after } = saved;
  return updateAside(client, customId, 'The change was not undone', async () => {
    const now = await client.fetchQuery({ ...userQueries.one(customId), staleTime: 0 });
    const attributes = attributesOf(now.user);
    const stands = sameJson(mergePatch(attributes, mergePatchOf(before, after)), attributes);
    if (!stands) throw new Error('the same attributes were changed again since.');
    return { json: JSON.stringify(mergePatchOf(after, before)), etag: now.etag };
  });
}
