import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../design/notify.ts';
import { useSharedEdit } from '../design/useSharedEdit.ts';
import { updateUser } from '../portfolio/mutations.ts';
import {
  type HoldingsBase,
  readBase,
  recordInBackground,
  statementText,
  supersededAt,
  undoStatementOf,
} from './statements.ts';
import { useHoldingsDraft } from './useHoldingsDraft.ts';

export interface HoldingsFormProps {
  readonly opened: HoldingsBase;
  readonly initialThematic: string;
  /** Initial date as typed. Absent: now. */
  readonly initialFrom?: string;
  readonly onClose: () => void;
  readonly onDirty: (isDirty: boolean) => void;
}

export type HoldingsEditing = ReturnType<typeof useHoldingsEdit>;

export function useHoldingsEdit(props: HoldingsFormProps) {
  const { opened, initialThematic, initialFrom = '', onClose } = props;
  const client = useQueryClient();
  const { customId } = opened.tagged.user;
  const update = useMutation(updateUser(customId));
  const shared = useSharedEdit(opened, update, () => readBase(client, customId));
  const { base, newer } = shared;
  const draft = useHoldingsDraft({
    base,
    newer,
    initial: { thematicId: initialThematic, from: initialFrom, rows: null },
    error: update.error,
    onChange: () => update.reset(),
  });
  const { form, at, positions, changes, statement, isNew, thematic } = draft;
  const { thematicId } = form.values;
  const json = statement === null ? null : statementText(statement);
  const whyNot = whyNotOf();

  function whyNotOf(): string | null {
    if (thematicId === '') return 'Choose a thematic first.';
    if (statement === null) return null;
    if (isNew && positions?.length === 0) return 'Add a position first.';
    if (changes?.length === 0)
      return at === null ? 'No changes yet.' : 'The holdings at that date are the same.';
    return null;
  }

  const submit = (onFault: () => void) => {
    if (form.validate().hasErrors || statement === null || json === null || whyNot !== null)
      return onFault();
    return shared.send(
      { json, etag: base.tagged.etag },
      () => {
        const back = undoStatementOf(base, statement);
        const what = positions?.length === 0 ? 'Wallet closed' : 'Holdings saved';
        notify(
          `${what}: ${thematic?.name ?? thematicId} of ${customId}`,
          back && (() => void recordInBackground(client, customId, back)),
        );
        onClose();
      },
      onFault,
    );
  };
  return {
    ...draft,
    ...shared,
    supersededAt: at === null ? null : supersededAt(base, thematicId, at),
    json,
    whyNot,
    submit,
    canSave: json !== null && whyNot === null && !update.isPending,
    closes: !isNew && positions?.length === 0,
    isDirty: form.isDirty(),
    resolveConflict: (keepsMine: boolean) => {
      if (newer === null) return;
      shared.rebase(newer);
      draft.setRows(keepsMine ? draft.rows : null);
    },
  };
}
