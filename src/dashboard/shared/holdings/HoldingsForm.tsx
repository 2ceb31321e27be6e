import { useEffect } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import { formatDateTime, formatZone } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { Field } from '../ui/Field.tsx';
import { updateRequest } from '../api/updateUser.ts';
import { WhatIsSent } from '../ui/WhatIsSent.tsx';
import type { HoldingsBase } from './base.ts';
import { HoldingsChanges } from './HoldingsChanges.tsx';
import { HoldingsConflict } from './HoldingsConflict.tsx';
import classes from './HoldingsEdit.module.css';
import { HoldingsFault } from './HoldingsFault.tsx';
import { HoldingsRows } from './HoldingsRows.tsx';
import { HoldingsTools } from './HoldingsTools.tsx';
import { ThematicField } from './ThematicField.tsx';
import { useHoldingsEdit } from './useHoldingsEdit.ts';

export interface HoldingsFormProps {
  readonly opened: HoldingsBase;
  readonly thematics: readonly Thematic[];
  /** All tokens; null where the service does not tell them. */
  readonly tokens: readonly Token[] | null;
  readonly initialThematic: string;
  readonly onClose: () => void;
  /** Whether closing would lose something that was typed. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** The instant that was understood, in the zone of the page and in UTC. */
function atWords(at: string | null): string {
  const zone = formatZone(at ?? Date.now());
  if (at === null) return `As 2026-03-12 14:30, ${zone}. Empty: now.`;
  const utc = at.replace('T', ' ').replace(/(:00)?\.000Z$/, '');
  return zone === 'UTC' ? `${utc} UTC` : `${formatDateTime(at)} ${zone}, ${utc} UTC`;
}

/** The form that states a wallet's whole positions from an instant on. */
export function HoldingsForm(props: HoldingsFormProps) {
  const { thematics, onClose, onDirty } = props;
  const edit = useHoldingsEdit(props);
  const { customId } = edit.base.tagged.user;
  const { thematic, isDirty } = edit;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <form ref={focusFirst} onSubmit={edit.submit} noValidate>
      {edit.newer !== null && <HoldingsConflict {...{ edit }} newer={edit.newer} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <div className={classes.whatAndWhen}>
            <ThematicField
              thematics={thematics}
              wallets={edit.base.wallets}
              chosen={edit.thematicId}
              onChoose={edit.chooseThematic}
              error={edit.thematicFault}
            />
            <Field
              label="In force from"
              isOptional
              value={edit.atText}
              onChange={edit.typeAt}
              placeholder="now"
              error={edit.atFault}
              hint={atWords(edit.at)}
            />
          </div>
          <HoldingsRows {...{ edit }} />
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
      <HoldingsFault error={edit.newer === null ? edit.error : null} others={edit.otherFaults} />
      <FormFoot>
        <Button type="submit" variant="filled" aria-disabled={!edit.canSave}>
          {edit.isSaving ? 'Saving…' : edit.closes ? 'Close the wallet' : 'State holdings'}
        </Button>
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
        {edit.whyNot !== null && <span className={classes.whyNot}>{edit.whyNot}</span>}
      </FormFoot>
    </form>
  );
}

/** The form comes later than the dialog, which then has given the focus to its own button. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('select')?.focus();
}
