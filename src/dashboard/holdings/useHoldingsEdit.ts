import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../api/errors.ts';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { updateUser } from '../portfolio/mutations.ts';
import {
  type HoldingsBase,
  readBase,
  stateAside,
  statementText,
  supersededAt,
  takingBack,
} from './statements.ts';
import { useHoldingsDraft } from './useHoldingsDraft.ts';

export interface HoldingsFormProps {
  readonly opened: HoldingsBase;
  readonly initialThematic: string;
  /** The instant to begin with, as it is typed; now where left out. */
  readonly initialFrom?: string;
  readonly onClose: () => void;
  /** Whether closing would lose something that was typed. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** Everything the form of holdings holds: what is typed, what follows from it, and what sending it does. */
export type HoldingsEditing = ReturnType<typeof useHoldingsEdit>;

export function useHoldingsEdit(props: HoldingsFormProps) {
  const { opened, initialThematic, initialFrom = '', onClose } = props;
  const client = useQueryClient();
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<HoldingsBase | null>(null);
  const { customId } = base.tagged.user;
  const update = useMutation(updateUser(customId));
  const send = useOnce(update);
  const draft = useHoldingsDraft({
    base,
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
      return at === null ? 'No changes yet.' : 'These are the holdings then already.';
    return null;
  }

  const submit = (onFault: () => void) => {
    if (form.validate().hasErrors || statement === null || json === null || whyNot !== null)
      return onFault();
    return send(
      { json, etag: base.tagged.etag },
      () => {
        const back = takingBack(base, statement);
        const what = positions?.length === 0 ? 'Wallet closed' : 'Holdings saved';
        notify(
          `${what}: ${thematic?.name ?? thematicId} of ${customId}`,
          back && (() => void stateAside(client, customId, back)),
        );
        onClose();
      },
      (error) => {
        if (hasCode(error, 'precondition-failed')) {
          void readBase(client, customId).then(setNewer, () => {});
        } else onFault();
      },
    );
  };
  return {
    ...draft,
    base,
    newer,
    supersededAt: at === null ? null : supersededAt(base, thematicId, at),
    json,
    whyNot,
    submit,
    error: newer === null ? update.error : null,
    isSaving: update.isPending,
    canSave: json !== null && whyNot === null && !update.isPending,
    closes: !isNew && positions?.length === 0,
    isDirty: form.isDirty(),
    /** Goes on from the newer holdings, with what was typed or without. */
    goOn: (from: HoldingsBase, keepsMine: boolean) => {
      setBase(from);
      setNewer(null);
      form.setFieldValue('rows', keepsMine ? draft.rows : null);
      update.reset();
    },
  };
}
