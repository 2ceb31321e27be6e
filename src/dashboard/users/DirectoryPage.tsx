import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useCurrency, useOffer } from '../shared/api/capabilities.ts';
import { waitOf } from '../shared/api/errors.ts';
import { useTick } from '../shared/api/polling.ts';
import { Button } from '../shared/ui/Button.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import classes from './DirectoryPage.module.css';
import { DirectoryPanel } from './DirectoryPanel.tsx';
import { createParam } from './directoryParams.ts';
import { directoryQueries } from './directoryQueries.ts';

const CreateUserDialog = lazy(async () => ({
  default: (await import('./CreateUserDialog.tsx')).CreateUserDialog,
}));

/** So many users are asked for again at each tick; more are too much to send that often. */
const fewUsers = 5_000;

/** Who is there, who is big, who moved? */
export function DirectoryPage() {
  const offersDirectory = useOffer('directory');
  const tick = useTick();
  const query = useQuery({
    ...(offersDirectory === false ? directoryQueries.list : directoryQueries.directory),
    enabled: offersDirectory !== undefined,
    refetchInterval: (query) =>
      (query.state.data?.entries.length ?? 0) > fewUsers ? waitOf(query.state.error) : tick(query),
  });
  const [creating, setCreating] = useSearchParam(createParam);
  const create = (customId = '') => setCreating(customId);
  return (
    <div className={classes.page}>
      <PageHead
        title="Users"
        actions={
          <Button
            variant="filled"
            className={classes.create}
            icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => create()}
          >
            Create user
          </Button>
        }
      />
      <DirectoryPanel query={query} currency={useCurrency()} onCreate={create} />
      {creating !== null && (
        <Suspense fallback={null}>
          <CreateUserDialog
            suggested={creating}
            onClose={() => setCreating(null, { history: 'replace' })}
          />
        </Suspense>
      )}
    </div>
  );
}
