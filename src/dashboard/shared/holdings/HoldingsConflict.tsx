import { Button } from '../ui/Button.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { positionsInForce, type HoldingsBase } from './base.ts';
import { ChangeList } from './HoldingsChanges.tsx';
import { holdingChanges } from './changes.ts';
import classes from './HoldingsEdit.module.css';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

interface HoldingsConflictProps {
  readonly edit: HoldingsEditing;
  /** The holdings as they are now. */
  readonly newer: HoldingsBase;
}

/** Someone else saved first: what they changed of this wallet, and the two ways on. Nothing typed is lost. */
export function HoldingsConflict({ edit, newer }: HoldingsConflictProps) {
  const before = edit.inForce ?? [];
  const now = positionsInForce(newer, edit.thematicId, edit.at) ?? [];
  const theirs = holdingChanges(before, now);
  return (
    <div className={classes.conflict} role="alert">
      <p>
        Someone else changed this user while you were editing; nothing of yours was saved.{' '}
        {theirs.length === 0 ? 'This wallet is as it was.' : 'They changed this wallet:'}
      </p>
      <ChangeList changes={theirs} known={edit.known} />
      <FormFoot>
        <Button onClick={() => edit.goOn(true)}>Go on with mine</Button>
        <Button variant="plain" onClick={() => edit.goOn(false)}>
          Drop mine, take theirs
        </Button>
      </FormFoot>
    </div>
  );
}
