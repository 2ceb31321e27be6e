import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { ColumnMap, Existing } from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { importLines } from './importRun.ts';
import { RecentImports } from './RecentImports.tsx';
import { useImportRuns } from './useImportRuns.ts';
import { keys } from '../../portfolio/queryKeys.ts';

const changedByImport = [keys.directory, keys.imports];

interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  readonly map: ColumnMap;
}

export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const format = useFormat();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [existing, setExisting] = useState<Existing>('skip');
  const runs = useImportRuns(changedByImport);
  const { check, views, last } = runs;
  const choose = (name: string, content: Blob, map: ColumnMap = {}) => {
    setFile({ name, content, map });
    runs.preview(importLines({ file: content, dryRun: true, existing: 'update', map }));
  };
  const start = () => {
    if (file === null) return;
    const { content, map } = file;
    const asOf = check?.started?.asOf;
    runs.start(importLines({ file: content, dryRun: false, existing, map, asOf }));
  };
  const chooseAnother = () => {
    runs.clear();
    setFile(null);
  };
  return (
    <Dialog
      title="Import users from CSV"
      size="wide"
      isDirty={last?.phase === 'running'}
      warning={`The import is running: ${format.number(runs.done)} of ${format.number(last?.started?.users ?? 0)} users done. If you leave now, it stops. To resume, import the same file again.`}
      onClose={onClose}
    >
      {file === null || check === null ? (
        <Stack>
          <ChooseFile onChoose={choose} />
          <RecentImports />
        </Stack>
      ) : last === undefined ? (
        <ImportCheck
          name={file.name}
          view={check}
          map={file.map}
          existing={existing}
          onExisting={setExisting}
          onMap={(map) => choose(file.name, file.content, map)}
          onStart={start}
          onChooseAnother={chooseAnother}
        />
      ) : (
        <ImportOutcome
          name={file.name}
          views={views}
          existing={existing}
          onStop={runs.stop}
          onContinue={start}
          onChooseAnother={chooseAnother}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
