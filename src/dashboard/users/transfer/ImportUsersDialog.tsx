import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/api/errors.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { type ImportRun, startImport } from './importRun.ts';
import { type ImportTable, readImport } from './importTable.ts';
import { ImportReview } from './ImportReview.tsx';
import type { PlannedRow } from './plan.ts';
import { readText } from './readText.ts';
import { sendRow } from './sendRow.ts';
import { useRunView } from './useRunView.ts';

/** A file that was read. */
export interface ImportFile {
  /** A number of its own: the same file chosen again is looked at anew. */
  readonly key: number;
  readonly name: string;
  readonly table: ImportTable;
}

let files = 0;

/** Many users from a CSV file: chosen, looked at, and only then sent. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<ImportFile | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [run, setRun] = useState<ImportRun | null>(null);
  const client = useQueryClient();
  const current = useRef<ImportRun | null>(null);
  const view = useRunView(run);
  const isRunning = view !== null && view.phase !== 'over';

  // Who leaves the page, or this dialog after being asked, sends no further row.
  useEffect(() => () => current.current?.cancel(), []);

  const read = async (name: string, source: Blob) => {
    setReading(name);
    setFault(null);
    try {
      const table = await readImport(await readText(source));
      files += 1;
      setFile({ key: files, name, table });
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setReading(null);
    }
  };
  const start = (rows: readonly PlannedRow[]) => {
    // Pressed twice it begins once, even before the page is drawn again.
    if (current.current !== null) return;
    const started = startImport(rows, sendRow);
    current.current = started;
    setRun(started);
    void started.over.then(() => client.invalidateQueries({ queryKey: ['users'] }));
  };
  const another = () => {
    current.current = null;
    setRun(null);
    setFile(null);
  };
  const done = view === null ? 0 : view.created + view.updated + view.failed;
  return (
    <Dialog
      title="Import users from CSV"
      size="wide"
      isDirty={isRunning}
      warning={`The import is running: ${formatCount(done)} of ${formatCount(view?.of ?? 0)} rows are done. Left now, the others are not sent; the same file goes on where it was.`}
      onClose={onClose}
    >
      {file === null ? (
        <ChooseFile
          reading={reading}
          fault={fault}
          onChoose={(name, blob) => void read(name, blob)}
        />
      ) : (
        <ImportReview
          key={file.key}
          file={file}
          run={run}
          onStart={start}
          onAnother={another}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
