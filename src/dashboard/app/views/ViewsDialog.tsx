import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SavedView } from '#contract/savedViews.ts';
import { isNotFound, isNotOffered } from '../../api/errors.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { Query } from '../../design/Panel.tsx';
import { useMay } from '../../portfolio/session.ts';
import { viewQueries } from '../../portfolio/viewQueries.ts';
import type { PageView } from '../../portfolio/viewsDialog.ts';
import { BrowserViews } from './BrowserViews.tsx';
import { ImportOffer } from './ImportOffer.tsx';
import { SaveView } from './SaveView.tsx';
import { ViewFiles } from './ViewFiles.tsx';
import { viewAddress, viewSearch } from './viewPage.ts';
import { ViewRow } from './ViewRow.tsx';
import classes from './ViewsDialog.module.css';

interface ViewsDialogProps {
  readonly page: PageView;
  readonly onClose: () => void;
}

export function ViewsDialog({ page, onClose }: ViewsDialogProps) {
  const { pathname, search } = useLocation();
  const over = useRef(pathname);
  useEffect(() => {
    // Back opened another page.
    if (over.current !== pathname) onClose();
  }, [pathname, onClose]);
  const query = useQuery(viewQueries.visible());
  const ofPage = viewSearch(page.search ?? search);
  const current = viewAddress(pathname, ofPage);
  const isStored = !isNotFound(query.error) && !isNotOffered(query.error);
  const rowsOf = (views: readonly SavedView[]) =>
    views.map((view) => (
      <ViewRow key={view.id} view={view} isCurrent={view.address === current} onOpen={onClose} />
    ));
  if (!isStored) {
    return (
      <Dialog title="Views" size="medium" onClose={onClose}>
        <BrowserViews pathname={pathname} search={ofPage} onOpen={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Views" size="medium" onClose={onClose}>
      <Stack>
        <SaveView
          address={current}
          views={query.data ?? []}
          onSaved={() => page.onSaved?.(ofPage)}
        />
        <Query query={query} what="Views" loading={<Text c="dimmed">Loading views…</Text>}>
          {(views) => (
            <>
              <ImportOffer views={views} />
              <Views
                title="Your views"
                empty="No views yet. A view stores a page with everything in its address, such as search, filters, sort order, period and columns."
              >
                {rowsOf(views.filter(({ own }) => own))}
              </Views>
              {views.some(({ own }) => !own) && (
                <Views title="Shared views">{rowsOf(views.filter(({ own }) => !own))}</Views>
              )}
              <PrivateViews rowsOf={rowsOf} />
              <ViewFiles views={views} />
            </>
          )}
        </Query>
      </Stack>
    </Dialog>
  );
}

interface ViewsProps {
  readonly title: string;
  readonly empty?: string;
  readonly children: readonly ReactNode[];
}

function Views({ title, empty, children }: ViewsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text component="h3" id={id} mb={4} size="xs" c="dimmed">
        {title}
      </Text>
      {children.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <ul className={classes.list}>{children}</ul>
      )}
    </section>
  );
}

interface PrivateViewsProps {
  readonly rowsOf: (views: readonly SavedView[]) => readonly ReactNode[];
}

/** Admins share the views of others. */
function PrivateViews({ rowsOf }: PrivateViewsProps) {
  const isAdmin = useMay({ role: 'admin' });
  const [isShown, setShown] = useState(false);
  const query = useQuery({ ...viewQueries.all(), enabled: isAdmin && isShown });
  if (!isAdmin) return null;
  if (!isShown) {
    return (
      <div>
        <Button variant="subtle" className={classes.plain} onClick={() => setShown(true)}>
          Show private views of others
        </Button>
      </div>
    );
  }
  return (
    <Query query={query} what="Private views" loading={<Text c="dimmed">Loading views…</Text>}>
      {(views) => (
        <Views title="Private views of others" empty="Nobody else has private views.">
          {rowsOf(views.filter(({ own, shared }) => !own && !shared))}
        </Views>
      )}
    </Query>
  );
}
