import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#contract/savedViews.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { useActions } from '../../design/actions.ts';
import { openViews, viewActions } from '../../portfolio/viewsDialog.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { columnsName } from '../../url/params.ts';
import { usersLayout } from './directoryParams.ts';

export function searchOfView(search: string, columns: readonly string[]): string {
  const params = new URLSearchParams(search);
  if (!params.has(columnsName)) for (const column of columns) params.append(columnsName, column);
  return params.toString();
}

export function SavedViews({ columns }: { readonly columns: readonly string[] }) {
  const [, setLayout] = useTableLayout(usersLayout);
  const { search: address } = useLocation();
  const navigate = useNavigate();
  const search = searchOfView(address, columns);
  // Those that the palette or the dialog has read.
  const { data: views } = useQuery<readonly SavedView[]>({
    queryKey: keys.views,
    queryFn: skipToken,
  });
  const current = views?.find((view) => view.address === `${pageLinks.users.to}?${search}`);
  const onSaved = useCallback(
    (saved: string) => {
      // The columns are now part of the view: an address without columns shows the standard ones.
      void navigate({ search: saved }, { replace: true });
      setLayout({ columns: null });
    },
    [navigate, setLayout],
  );
  const page = useMemo(() => ({ search, onSaved }), [search, onSaved]);
  useActions(viewActions(page));
  return (
    <Button
      variant="subtle"
      leftSection={<IconBookmark size={14} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => openViews(page)}
    >
      {current?.name ?? 'Views'}
    </Button>
  );
}
