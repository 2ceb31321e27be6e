import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormFoot } from '../../design/FormFoot.tsx';
import type { Difference } from '../userAttributes.ts';
import classes from './UserEdit.module.css';

interface UserEditChangesProps {
  readonly differences: readonly Difference[];
  /** Whether what was typed can be read. */
  readonly isReadable: boolean;
  /** What will be sent. */
  readonly children: ReactNode;
}

/** What saving would change, and the exact text it would send. */
export function UserEditChanges({ differences, isReadable, children }: UserEditChangesProps) {
  return (
    <div className={classes.column}>
      <h3>What changes</h3>
      {differences.length === 0 ? (
        <p className={classes.quiet}>
          {isReadable ? 'No changes yet.' : 'Correct the text first.'}
        </p>
      ) : (
        <>
          <Differences differences={differences} />
          {children}
        </>
      )}
    </div>
  );
}

/** Attribute by attribute: what it was, what it will be. */
function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <ul className={classes.differences}>
      {differences.map(({ pointer, kind, before, after }) => (
        <li key={pointer}>
          <span className={classes.pointer}>
            {pointer} <em>{kind}</em>
          </span>
          {kind !== 'added' && <del>{JSON.stringify(before)}</del>}
          {kind !== 'removed' && <ins>{JSON.stringify(after)}</ins>}
        </li>
      ))}
    </ul>
  );
}

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
          ? 'They changed holdings; the attributes have not changed.'
          : 'Nothing of yours was saved. They changed:'}
      </p>
      {theirs.length > 0 && <Differences differences={theirs} />}
      <FormFoot>
        <Button onClick={onKeep}>Keep my changes</Button>
        <Button variant="subtle" onClick={onTake}>
          Discard mine, use theirs
        </Button>
      </FormFoot>
    </div>
  );
}
