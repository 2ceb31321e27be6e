import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useCurrency, useOffer } from '../shared/api/capabilities.ts';
import { Button } from '../shared/ui/Button.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import classes from './DirectoryPage.module.css';
import { DirectoryPanel } from './DirectoryPanel.tsx';
import { directoryQueries } from './directoryQueries.ts';
import { StripSkeleton, TableSkeleton } from './DirectorySkeleton.tsx';
import { createParam, directorySortParam } from './directoryParams.ts';

const CreateUserDialog = lazy(async () => ({
  default: (await import('./CreateUserDialog.tsx')).CreateUserDialog,
}));

/** Who is there, who is big, who moved? */
export function DirectoryPage() {
  const offersDirectory = useOffer('directory');
  const query = useQuery({
    ...(offersDirectory === false ? directoryQueries.list : directoryQueries.directory),
    enabled: offersDirectory !== undefined,
  });
  const currency = useCurrency();
  const [sort] = useSearchParam(directorySortParam);
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
      <Query
        query={query}
        what="Users"
        loading={
          <>
            <StripSkeleton />
            <TableSkeleton sort={sort} />
          </>
        }
      >
        {(directory) => (
          <DirectoryPanel directory={directory} currency={currency} onCreate={create} />
        )}
      </Query>
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
