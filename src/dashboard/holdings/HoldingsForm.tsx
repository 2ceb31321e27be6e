import { Box, Button, Select, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { focusFirstField } from '../design/focusFirstFault.ts';
import { FormFoot } from '../design/FormFoot.tsx';
import { InstantField } from '../design/InstantField.tsx';
import { Result } from '../design/NoteLine.tsx';
import { WhatIsSent } from '../design/WhatIsSent.tsx';
import { updateRequest } from '../portfolio/mutations.ts';
import { useFormat } from '../preferences/format.ts';
import type { ReadRow } from './draft.ts';
import { ChangeList, HoldingsChanges, NotSaved } from './HoldingsChanges.tsx';
import classes from './HoldingsEdit.module.css';
import { TokenRows } from './TokenRows.tsx';
import { HoldingsTools } from './HoldingsTools.tsx';
import { type HoldingsBase, holdingChanges, positionsInForce } from './statements.ts';
import {
  type HoldingsEditing,
  type HoldingsFormProps,
  useHoldingsEdit,
} from './useHoldingsEdit.ts';

/** The form that records a wallet's positions from an instant on. */
export function HoldingsForm(props: HoldingsFormProps) {
  const { thematics, onClose, onDirty } = props;
  const format = useFormat();
  const edit = useHoldingsEdit(props);
  const { customId } = edit.base.tagged.user;
  const { thematic, isDirty } = edit;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <form ref={focusFirstField} onSubmit={edit.submit} noValidate>
      {edit.newer !== null && <Conflict {...{ edit }} newer={edit.newer} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <div className={classes.whatAndWhen}>
            <ThematicField {...{ edit, thematics }} />
            <InstantField
              label="Effective from (optional)"
              value={edit.atText}
              onChange={edit.typeAt}
              placeholder="now"
              error={edit.atFault}
              asOf={edit.asOf}
            />
          </div>
          <TokenRows
            {...{ edit }}
            label="Positions"
            number="Amount"
            side={{ head: 'Worth now', cell: (read) => format.total(worthOf(read)) }}
          />
          <HoldingsTools {...{ edit }} constituents={thematic?.tokens ?? []} />
        </div>
        <div className={classes.column}>
          <HoldingsChanges {...{ edit }} />
          {edit.json !== null && edit.changes?.length !== 0 && (
            <WhatIsSent
              requests={[updateRequest(customId, { json: edit.json, etag: edit.base.tagged.etag })]}
            />
          )}
        </div>
      </div>
      {edit.newer === null && <NotSaved error={edit.error} others={edit.otherFaults} />}
      <FormFoot>
        <Button type="submit" variant="filled" aria-disabled={!edit.canSave}>
          {edit.isSaving ? 'Saving…' : edit.closes ? 'Close wallet' : 'Record holdings'}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        {edit.whyNot !== null && (
          <Text span fz="xs" c="dimmed">
            {edit.whyNot}
          </Text>
        )}
      </FormFoot>
    </form>
  );
}

interface ThematicFieldProps {
  readonly edit: HoldingsEditing;
  readonly thematics: readonly Thematic[];
}

/** Which wallet: one of the user's, or a new one in any other thematic. */
function ThematicField({ edit, thematics }: ThematicFieldProps) {
  const { thematicId, base } = edit;
  const owned = new Set(base.wallets.map((wallet) => wallet.thematics));
  const nameOf = (id: string) => thematics.find(({ _id }) => _id === id)?.name ?? id;
  const item = (id: string) => ({ value: id, label: nameOf(id) });
  const others = thematics.map(({ _id }) => _id).filter((id) => !owned.has(id));
  const isUnknown = thematicId !== '' && !owned.has(thematicId) && !others.includes(thematicId);
  const groups = [
    { group: 'Existing wallets', items: [...owned].map(item) },
    { group: 'New wallet in', items: [...(isUnknown ? [thematicId] : []), ...others].map(item) },
  ];
  return (
    <Select
      label="Thematic"
      placeholder="Choose one"
      data={groups.filter(({ items }) => items.length > 0)}
      value={thematicId === '' ? null : thematicId}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
      error={edit.thematicFault}
      onChange={(id) => edit.chooseThematic(id ?? '')}
    />
  );
}

interface ConflictProps {
  readonly edit: HoldingsEditing;
  /** The holdings as they are now. */
  readonly newer: HoldingsBase;
}

/** Someone else saved first: what they changed of this wallet, and the two ways on. Nothing typed is lost. */
function Conflict({ edit, newer }: ConflictProps) {
  const before = edit.inForce;
  const theirs = holdingChanges(before, positionsInForce(newer, edit.thematicId, edit.at));
  return (
    <Box mb="md">
      <Result tone="error">
        <p>
          Someone else changed this user while you were editing; nothing of yours was saved.{' '}
          {theirs.length === 0 ? 'This wallet has not changed.' : 'They changed this wallet:'}
        </p>
        <ChangeList changes={theirs} known={edit.known} />
        <FormFoot>
          <Button onClick={() => edit.goOn(true)}>Keep my changes</Button>
          <Button variant="subtle" onClick={() => edit.goOn(false)}>
            Discard mine, use theirs
          </Button>
        </FormFoot>
      </Result>
    </Box>
  );
}

function worthOf(read: ReadRow | undefined): number | null {
  const price = read?.known?.price ?? null;
  return read?.position == null || price === null ? null : read.position.amount * price;
}
