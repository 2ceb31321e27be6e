import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ColumnMap, Existing } from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import {
  importLines,
  type ImportRun,
  type RunLines,
  type RunView,
  startRun,
  rowsDone,
} from './importRun.ts';
import { RecentImports } from './RecentImports.tsx';
import { keys } from '../../portfolio/queryKeys.ts';

interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  readonly map: ColumnMap;
}

export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const format = useFormat();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [existing, setExisting] = useState<Existing>('skip');
  const [check, setCheck] = useState<RunView | null>(null);
  const [views, setViews] = useState<readonly RunView[]>([]);
  const client = useQueryClient();
  const current = useRef<ImportRun | null>(null);
  const last = views.at(-1);

  // Leaving the page or dialog stops the run.
  useEffect(() => () => current.current?.stop(), []);

  const begin = (lines: RunLines, show: (view: RunView) => void) => {
    current.current?.stop();
    const run = startRun(lines, (view) => current.current === run && show(view));
    current.current = run;
    show(run.view());
  };
  const choose = (name: string, content: Blob, map: ColumnMap = {}) => {
    setFile({ name, content, map });
    begin(importLines({ file: content, dryRun: true, existing: 'update', map }), setCheck);
  };
  const start = () => {
    // A double click starts one run, even before the next render.
    if (file === null || current.current?.view().phase === 'running') return;
    const { content, map } = file;
    const asOf = check?.started?.asOf;
    begin(importLines({ file: content, dryRun: false, existing, map, asOf }), (view) => {
      setViews([...views, view]);
      if (view.phase !== 'running') {
        void client.invalidateQueries({ queryKey: keys.directory });
        void client.invalidateQueries({ queryKey: keys.imports });
      }
    });
  };
  const chooseAnother = () => {
    current.current?.stop();
    setViews([]);
    setFile(null);
  };
  const done = last === undefined ? 0 : rowsDone(last.counts);
  return (
    <Dialog
      title="Import users from CSV"
      size="wide"
      isDirty={last?.phase === 'running'}
      warning={`The import is running: ${format.number(done)} of ${format.number(last?.started?.users ?? 0)} users done. If you leave now, it stops. To resume, import the same file again.`}
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
          onStop={() => current.current?.stop()}
          onContinue={start}
          onChooseAnother={chooseAnother}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
