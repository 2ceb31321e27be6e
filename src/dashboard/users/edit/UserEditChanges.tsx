import type { ReactNode } from 'react';
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
        <p className={classes.quiet}>{isReadable ? 'Nothing so far.' : 'Not known yet.'}</p>
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
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
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
