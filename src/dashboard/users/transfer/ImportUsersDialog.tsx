import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ColumnMap, Existing } from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { type ImportRun, type RunView, startRun, sumOf } from './importRun.ts';
import { keys } from '../../portfolio/keys.ts';

/** A file that was chosen, with the dry run of it. */
interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
  readonly map: ColumnMap;
  readonly check: ImportRun;
}

/** Many users from a CSV file: chosen, tried without writing anything, and only then imported. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const format = useFormat();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [existing, setExisting] = useState<Existing>('skip');
  const [runs, setRuns] = useState<readonly ImportRun[]>([]);
  const client = useQueryClient();
  const current = useRef<ImportRun | null>(null);
  const checks = useMemo(() => (file === null ? [] : [file.check]), [file]);
  const [check] = useRunViews(checks);
  const views = useRunViews(runs);
  const last = views.at(-1);
  const isRunning = last?.phase === 'running';

  // Leaving the page or this dialog ends what is running.
  useEffect(() => () => current.current?.stop(), []);

  const begin = (options: Parameters<typeof startRun>[0]): ImportRun => {
    current.current?.stop();
    current.current = startRun(options);
    return current.current;
  };
  const choose = (name: string, content: Blob, map: ColumnMap = {}) => {
    const options = { file: content, dryRun: true, existing: 'update', map } as const;
    setFile({ name, content, map, check: begin(options) });
  };
  const start = () => {
    // Pressed twice it begins once, even before the page is drawn again.
    if (file === null || current.current?.view().phase === 'running') return;
    const { content, map } = file;
    const asOf = check?.begun?.asOf;
    const run = begin({ file: content, dryRun: false, existing, map, asOf });
    const unsubscribe = run.subscribe(() => {
      if (run.view().phase === 'running') return;
      unsubscribe();
      void client.invalidateQueries({ queryKey: keys.directory });
    });
    setRuns((before) => [...before, run]);
  };
  const another = () => {
    current.current?.stop();
    setRuns([]);
    setFile(null);
  };
  const done = last === undefined ? 0 : sumOf(last.counts);
  return (
    <Dialog
      title="Import users from CSV"
      size="wide"
      isDirty={isRunning}
      warning={`The import is running: ${format.number(done)} of ${format.number(last?.begun?.users ?? 0)} users are done. If you leave now, it stops; the same file continues where it was.`}
      onClose={onClose}
    >
      {file === null || check === undefined ? (
        <ChooseFile onChoose={choose} />
      ) : last === undefined ? (
        <ImportCheck
          name={file.name}
          view={check}
          map={file.map}
          existing={existing}
          onExisting={setExisting}
          onMap={(map) => choose(file.name, file.content, map)}
          onStart={start}
          onAnother={another}
        />
      ) : (
        <ImportOutcome
          name={file.name}
          views={views}
          existing={existing}
          onStop={() => current.current?.stop()}
          onContinue={start}
          onAnother={another}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** How far each of some runs is. @param runs the same list while they are the same. */
function useRunViews(runs: readonly ImportRun[]): readonly RunView[] {
  const last = useRef<readonly RunView[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = runs.map((run) => run.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    [runs],
  );
  return useSyncExternalStore(subscribe, () => {
    const views = runs.map((run) => run.view());
    const isSame =
      views.length === last.current.length &&
      views.every((view, index) => view === last.current[index]);
    if (!isSame) last.current = views;
    return last.current;
  });
}
