import { Button, FileButton, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '#contract/savedViews.ts';
import { download } from '../../design/download.ts';
import { notify } from '../../design/notify.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { writeView } from '../../portfolio/viewQueries.ts';
import { useBrowserViews } from '../../preferences/browserViews.ts';
import { contentOfBrowserView, importViews } from './importViews.ts';
import classes from './ViewsDialog.module.css';
import { readViewFile } from './viewFile.ts';

/** Own views as a file, for another browser or service. */
export function ViewFiles({ views }: { readonly views: readonly SavedView[] }) {
  const inBrowser = useBrowserViews((state) => state.views);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ ...writeView(), meta: {} });
  const { mutate: read } = useMutation({
    mutationFn: async (file: File) => {
      const given = readViewFile(await file.text());
      if (given === null) return notify(`${file.name} contains no views`);
      await importViews(given, views, mutateAsync);
      return client.invalidateQueries({ queryKey: keys.views });
    },
    meta: { failure: 'The file could not be read' },
  });
  const exported = [
    ...views.filter(({ own }) => own).map(({ name, address }) => ({ name, address })),
    ...inBrowser.map(contentOfBrowserView),
  ];
  return (
    <Group gap="xs" className={classes.plain}>
      <FileButton accept="application/json,.json" onChange={(file) => file !== null && read(file)}>
        {(props) => (
          <Button variant="subtle" {...props}>
            Import file
          </Button>
        )}
      </FileButton>
      <Button
        variant="subtle"
        disabled={exported.length === 0}
        onClick={() =>
          download('views.json', JSON.stringify(exported, null, 2), 'application/json')
        }
      >
        Export file
      </Button>
    </Group>
  );
}
