import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '#contract/savedViews.ts';
import { Result } from '../../design/NoteLine.tsx';
import { keys } from '../../portfolio/queryKeys.ts';
import { writeView } from '../../portfolio/viewQueries.ts';
import {
  removeBrowserView,
  stopOffering,
  useBrowserViews,
} from '../../preferences/browserViews.ts';
import { contentOfBrowserView, importViews } from './importViews.ts';

/** Offers once to move the views of this browser to the service. */
export function ImportOffer({ views }: { readonly views: readonly SavedView[] }) {
  const { views: inBrowser, isDecided } = useBrowserViews();
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ ...writeView(), meta: {} });
  const { mutate: move, isPending } = useMutation({
    mutationFn: async () => {
      const given = inBrowser.map((view) => ({ ...view, content: contentOfBrowserView(view) }));
      const done = await importViews(given, views, mutateAsync);
      for (const { name } of done) removeBrowserView(name);
      stopOffering();
      await client.invalidateQueries({ queryKey: keys.views });
    },
  });
  if (inBrowser.length === 0 || isDecided) return null;
  const count = inBrowser.length === 1 ? '1 view is' : `${inBrowser.length} views are`;
  return (
    <Result>
      <Group gap="xs">
        <span>{count} saved in this browser only.</span>
        <Button aria-disabled={isPending} onClick={() => !isPending && move()}>
          Import
        </Button>
        <Button variant="subtle" onClick={stopOffering}>
          Leave in this browser
        </Button>
      </Group>
    </Result>
  );
}
