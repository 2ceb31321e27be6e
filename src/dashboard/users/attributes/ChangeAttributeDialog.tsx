import { useState } from 'react';
import { Dialog } from '../../design/Dialog.tsx';
import { keys } from '../../portfolio/queryKeys.ts';
import { useFormat } from '../../preferences/format.ts';
import { useImportRuns } from '../transfer/useImportRuns.ts';
import { type AttributeChange, type AttributeDraft, changeLines } from './attributeChange.ts';
import { AttributeCheck } from './AttributeCheck.tsx';
import { AttributeForm } from './AttributeForm.tsx';
import { AttributeOutcome } from './AttributeOutcome.tsx';

interface ChangeAttributeDialogProps {
  readonly ids: ReadonlySet<string>;
  readonly onImports: () => void;
  readonly onClose: () => void;
}

const changedByRun = [keys.directory, keys.users, keys.imports, keys.auditTrail];

const emptyDraft: AttributeDraft = { action: 'set', name: '', kind: 'text', text: '' };

/** Sets or removes an attribute of the selected users: a form, a dry run, and the change with Undo. */
export function ChangeAttributeDialog({ ids, onImports, onClose }: ChangeAttributeDialogProps) {
  const format = useFormat();
  const [draft, setDraft] = useState(emptyDraft);
  const [change, setChange] = useState<AttributeChange | null>(null);
  const runs = useImportRuns(changedByRun);
  const { check, views, last } = runs;
  const preview = (next: AttributeChange) => {
    setChange(next);
    runs.preview(changeLines(next, true));
  };
  const start = () => {
    if (change !== null) runs.start(changeLines(change, false));
  };
  const back = () => {
    runs.stop();
    setChange(null);
  };
  const users = format.count(ids.size, 'user');
  return (
    <Dialog
      title={`Change attribute of ${users}`}
      size={change === null ? 'medium' : 'wide'}
      isDirty={last?.phase === 'running'}
      warning={`The change is running: ${format.number(runs.done)} of ${users} done. If you leave now, it stops.`}
      onClose={onClose}
    >
      {change === null || check === null ? (
        <AttributeForm {...{ ids, draft, onClose }} onDraft={setDraft} onChange={preview} />
      ) : last === undefined ? (
        <AttributeCheck {...{ change }} view={check} onStart={start} onBack={back} />
      ) : (
        <AttributeOutcome
          {...{ change, views, onImports, onClose }}
          onStop={runs.stop}
          onContinue={start}
        />
      )}
    </Dialog>
  );
}
