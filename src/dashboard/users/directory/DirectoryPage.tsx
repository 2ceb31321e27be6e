import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useCurrency, useOffer } from '../../shared/api/capabilities.ts';
import { useTick } from '../../shared/api/polling.ts';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { importParam } from '../transfer/importParam.ts';
import classes from './DirectoryPage.module.css';
import { DirectoryPanel } from './DirectoryPanel.tsx';
import { createParam } from './directoryParams.ts';
import { directoryQueries, isMany } from './directoryQueries.ts';
import { theIndex } from './theIndex.ts';

const CreateUserDialog = lazy(async () => ({
  default: (await import('../CreateUserDialog.tsx')).CreateUserDialog,
}));

const ImportUsersDialog = lazy(async () => ({
  default: (await import('../transfer/ImportUsersDialog.tsx')).ImportUsersDialog,
}));

/** Who is there, who is big, who moved? */
export function DirectoryPage() {
  const offersDirectory = useOffer('directory');
  const tick = useTick(({ state }) => isMany(state.data));
  const query = useQuery({
    ...(offersDirectory === false ? directoryQueries.list : directoryQueries.directory),
    enabled: offersDirectory !== undefined,
    refetchInterval: tick,
  });
  // The worker starts while it is still asked what the service offers.
  useEffect(() => void theIndex(), []);
  const [creating, setCreating] = useSearchParam(createParam);
  const create = (customId = '') => setCreating(customId);
  const [isImporting, setImporting] = useSearchParam(importParam);
  return (
    <div className={classes.page}>
      <DirectoryPanel
        query={query}
        currency={useCurrency()}
        onCreate={create}
        onImport={() => setImporting(true)}
      />
      {isImporting && (
        <Suspense fallback={null}>
          <ImportUsersDialog onClose={() => setImporting(false, { history: 'replace' })} />
        </Suspense>
      )}
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
