import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../design/Dialog.tsx';
import { keys } from '../../portfolio/queryKeys.ts';
import { useFormat } from '../../preferences/format.ts';
import {
  type ImportRun,
  rowsDone,
  type RunLines,
  type RunView,
  startRun,
} from '../transfer/importRun.ts';
import { type AttributeChange, type AttributeDraft, changeLines } from './attributeChange.ts';
import { AttributeCheck } from './AttributeCheck.tsx';
import { AttributeForm } from './AttributeForm.tsx';
import { AttributeOutcome } from './AttributeOutcome.tsx';

interface ChangeAttributeDialogProps {
  readonly ids: ReadonlySet<string>;
  readonly onImports: () => void;
  readonly onClose: () => void;
}

const emptyDraft: AttributeDraft = { action: 'set', name: '', kind: 'text', text: '' };

/** Sets or removes an attribute of the selected users: a form, a dry run, and the change with Undo. */
export function ChangeAttributeDialog({ ids, onImports, onClose }: ChangeAttributeDialogProps) {
  const format = useFormat();
  const client = useQueryClient();
  const [draft, setDraft] = useState(emptyDraft);
  const [change, setChange] = useState<AttributeChange | null>(null);
  const [check, setCheck] = useState<RunView | null>(null);
  const [views, setViews] = useState<readonly RunView[]>([]);
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
  const preview = (next: AttributeChange) => {
    setChange(next);
    begin(changeLines(next, true), setCheck);
  };
  const start = () => {
    // A double click starts one run, even before the next render.
    if (change === null || current.current?.view().phase === 'running') return;
    begin(changeLines(change, false), (view) => {
      setViews([...views, view]);
      if (view.phase === 'running') return;
      for (const queryKey of [keys.directory, keys.users, keys.imports, keys.auditTrail]) {
        void client.invalidateQueries({ queryKey });
      }
    });
  };
  const back = () => {
    current.current?.stop();
    setChange(null);
  };
  const done = last === undefined ? 0 : rowsDone(last.counts);
  const users = format.count(ids.size, 'user');
  return (
    <Dialog
      title={`Change attribute of ${users}`}
      size={change === null ? 'medium' : 'wide'}
      isDirty={last?.phase === 'running'}
      warning={`The change is running: ${format.number(done)} of ${users} done. If you leave now, it stops.`}
      onClose={onClose}
    >
      {change === null || check === null ? (
        <AttributeForm {...{ ids, draft, onClose }} onDraft={setDraft} onChange={preview} />
      ) : last === undefined ? (
        <AttributeCheck {...{ change }} view={check} onStart={start} onBack={back} />
      ) : (
        <AttributeOutcome
          {...{ change, views, onImports, onClose }}
          onStop={() => current.current?.stop()}
          onContinue={start}
        />
      )}
    </Dialog>
  );
}
