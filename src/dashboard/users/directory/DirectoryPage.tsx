import { lazy, Suspense } from 'react';
import { useSearchParam } from '../../url/searchParam.ts';
import { importParam, createParam } from '../../url/params.ts';
import classes from './DirectoryPage.module.css';
import { DirectoryPanel } from './DirectoryPanel.tsx';

const CreateUserDialog = lazy(async () => ({
  default: (await import('../CreateUserDialog.tsx')).CreateUserDialog,
}));

const ImportUsersDialog = lazy(async () => ({
  default: (await import('../transfer/ImportUsersDialog.tsx')).ImportUsersDialog,
}));

/** Who is there, who is big, who moved? */
export function DirectoryPage() {
  const [creating, setCreating] = useSearchParam(createParam);
  const [isImporting, setImporting] = useSearchParam(importParam);
  return (
    <div className={classes.page}>
      <DirectoryPanel
        onCreate={(customId = '') => setCreating(customId)}
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
