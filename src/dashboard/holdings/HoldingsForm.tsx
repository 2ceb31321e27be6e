import { EditConflict } from '../design/EditConflict.tsx';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { updateRequest } from '../portfolio/mutations.ts';
import { useFormat } from '../preferences/format.ts';
import { holdingChanges } from './draft.ts';
import { HoldingsFields, worthOf } from './HoldingsFields.tsx';
import { HoldingsTools } from './HoldingsTools.tsx';
import { HoldingsWorth } from './HoldingsWorth.tsx';
import { ChangeList, LinesForm } from './LinesForm.tsx';
import { type HoldingsBase, positionsInForce } from './statements.ts';
import {
  type HoldingsEditing,
  type HoldingsFormProps,
  useHoldingsEdit,
} from './useHoldingsEdit.ts';

/** The form that records a wallet's positions from an instant on. */
export function HoldingsForm(props: HoldingsFormProps) {
  const format = useFormat();
  const edit = useHoldingsEdit(props);
  const { json, changes } = edit;
  const { user, etag } = edit.base.tagged;
  return (
    <>
      {edit.newer !== null && <Conflict {...{ edit }} newer={edit.newer} />}
      <LinesForm
        {...props}
        {...{ edit }}
        label="Positions"
        number="Amount"
        side={{ head: 'Current value', cell: (read) => format.total(worthOf(read)) }}
        fields={<HoldingsFields {...{ edit }} />}
        tools={<HoldingsTools {...{ edit }} />}
        changesTitle="What changes"
        noChanges="No changes yet."
        write={format.amount}
        consequence={<HoldingsWorth {...{ edit }} />}
        request={
          json === null || changes?.length === 0
            ? null
            : updateRequest(user.customId, { json, etag })
        }
        submitLabel={edit.closes ? 'Close wallet' : holdingsTexts.save}
      />
    </>
  );
}

interface ConflictProps {
  readonly edit: HoldingsEditing;
  /** The holdings as they are now. */
  readonly newer: HoldingsBase;
}

/** What the other edit changed of this wallet. */
function Conflict({ edit, newer }: ConflictProps) {
  const format = useFormat();
  const now = positionsInForce(newer, edit.form.values.thematicId, edit.at);
  const theirs = holdingChanges(edit.inForce, now);
  return (
    <EditConflict onKeep={() => edit.goOn(newer, true)} onTake={() => edit.goOn(newer, false)}>
      <p>
        Someone else changed this user while you were editing; nothing of yours was saved.{' '}
        {theirs.length === 0 ? 'This wallet has not changed.' : 'They changed this wallet:'}
      </p>
      <ChangeList changes={theirs} known={edit.known} write={format.amount} />
    </EditConflict>
  );
}
