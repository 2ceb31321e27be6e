import { Button } from '../../shared/ui/Button.tsx';
import { FormFoot } from '../../shared/ui/FormFoot.tsx';
import type { Difference } from '../userAttributes.ts';
import { Differences } from './UserEditChanges.tsx';
import classes from './UserEdit.module.css';

interface UserEditConflictProps {
  /** What the other edit changed. */
  readonly theirs: readonly Difference[];
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Someone else saved first: what they changed, and the two ways on. Nothing typed is lost. */
export function UserEditConflict({ theirs, onKeep, onTake }: UserEditConflictProps) {
  return (
    <div className={classes.conflict} role="alert">
      <p>
        Someone else changed this user while you were editing.{' '}
        {theirs.length === 0
          ? 'They changed holdings; the attributes are as they were.'
          : 'Nothing of yours was saved. They changed:'}
      </p>
      {theirs.length > 0 && <Differences differences={theirs} />}
      <FormFoot>
        <Button onClick={onKeep}>Put my changes on top</Button>
        <Button variant="plain" onClick={onTake}>
          Drop mine, take theirs
        </Button>
      </FormFoot>
    </div>
  );
}
