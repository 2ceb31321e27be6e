import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { updateRequest } from '../portfolio/mutations.ts';
import { useFormat } from '../preferences/format.ts';
import { HoldingsFields, worthOf } from './HoldingsFields.tsx';
import { HoldingsTools } from './HoldingsTools.tsx';
import { HoldingsWorth } from './HoldingsWorth.tsx';
import { LinesForm } from './LinesForm.tsx';
import { type HoldingsFormProps, useHoldingsEdit } from './useHoldingsEdit.ts';

export function HoldingsForm(props: HoldingsFormProps) {
  const format = useFormat();
  const edit = useHoldingsEdit(props);
  const { json, changes } = edit;
  const { user, etag } = edit.base.tagged;
  return (
    <LinesForm
      {...props}
      {...{ edit }}
      label="Positions"
      number="Amount"
      side={{ head: 'Current value', cell: (read) => format.total(worthOf(read)) }}
      fields={<HoldingsFields {...{ edit }} />}
      tools={<HoldingsTools {...{ edit }} />}
      changesTitle="Changes"
      noChanges="No changes yet."
      write={format.amount}
      consequence={<HoldingsWorth {...{ edit }} />}
      conflict={{
        what: 'user',
        text:
          edit.theirs?.length === 0
            ? 'They did not change this wallet.'
            : 'Their changes to this wallet:',
      }}
      request={
        json === null || changes?.length === 0 ? null : updateRequest(user.customId, { json, etag })
      }
      submitLabel={edit.closes ? 'Close wallet' : holdingsTexts.save}
    />
  );
}
