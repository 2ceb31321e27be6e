import { Select } from '@mantine/core';
import { EditConflict } from '../design/EditConflict.tsx';
import { InstantField } from '../design/InstantField.tsx';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { updateRequest } from '../portfolio/mutations.ts';
import { useFormat } from '../preferences/format.ts';
import { holdingChanges, type ReadRow } from './draft.ts';
import { HoldingsTools } from './HoldingsTools.tsx';
import { HoldingsWorth } from './HoldingsWorth.tsx';
import { ChangeList, LinesForm } from './LinesForm.tsx';
import classes from './LinesForm.module.css';
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
  const { form, json, changes } = edit;
  const { user, etag } = edit.base.tagged;
  return (
    <>
      {edit.newer !== null && <Conflict {...{ edit }} newer={edit.newer} />}
      <LinesForm
        {...props}
        {...{ edit }}
        label="Positions"
        number="Amount"
        side={{ head: 'Worth now', cell: (read) => format.total(worthOf(read)) }}
        fields={
          <div className={classes.whatAndWhen}>
            <ThematicField {...{ edit }} />
            <InstantField
              label="Effective from (optional)"
              value={form.values.from}
              onChange={(text) => form.setFieldValue('from', text)}
              placeholder="now"
              error={edit.fromFault}
              asOf={edit.asOf}
            />
          </div>
        }
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
        submitLabel={edit.closes ? 'Close wallet' : holdingsTexts.record}
      />
    </>
  );
}

/** Which wallet: one of the user's, or a new one in any other thematic. */
function ThematicField({ edit }: { readonly edit: HoldingsEditing }) {
  const { form, base, thematics } = edit;
  const { thematicId } = form.values;
  const owned = new Set(base.wallets.map((wallet) => wallet.thematics));
  const names = new Map(thematics.map(({ _id, name }) => [_id, name]));
  const item = (id: string) => ({ value: id, label: names.get(id) ?? id });
  const others = new Set([...names.keys(), ...(thematicId === '' ? [] : [thematicId])]);
  const groups = [
    { group: 'Existing wallets', items: [...owned].map(item) },
    { group: 'New wallet in', items: [...others].filter((id) => !owned.has(id)).map(item) },
  ];
  return (
    <Select
      label="Thematic"
      placeholder="Choose one"
      data={groups.filter(({ items }) => items.length > 0)}
      value={thematicId === '' ? null : thematicId}
      searchable
      openOnFocus={false}
      nothingFoundMessage="Nothing found"
      error={edit.thematicFault}
      onChange={(id) => form.setFieldValue('thematicId', id ?? '')}
    />
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

function worthOf(read: ReadRow | undefined): number | null {
  const price = read?.known?.price ?? null;
  return read?.position == null || price === null ? null : read.position.amount * price;
}
