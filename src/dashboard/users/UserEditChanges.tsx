import type { Difference } from './userAttributes.ts';
import classes from './UserEdit.module.css';

interface UserEditChangesProps {
  readonly differences: readonly Difference[];
  /** The text that will be sent; null while what was typed cannot be. */
  readonly json: string | null;
}

const words = { added: 'added', changed: 'changed', removed: 'removed' } as const;

/** What saving would change, and the exact text it would send. */
export function UserEditChanges({ differences, json }: UserEditChangesProps) {
  return (
    <div className={classes.column}>
      <h3>What changes</h3>
      {differences.length === 0 ? (
        <p className={classes.quiet}>{json === null ? 'Not known yet.' : 'Nothing so far.'}</p>
      ) : (
        <Differences differences={differences} />
      )}
      {json !== null && differences.length > 0 && (
        <details className={classes.sent}>
          <summary>The text that will be sent</summary>
          <pre>{json}</pre>
        </details>
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
            {pointer} <em>{words[kind]}</em>
          </span>
          {kind !== 'added' && <del>{JSON.stringify(before)}</del>}
          {kind !== 'removed' && <ins>{JSON.stringify(after)}</ins>}
        </li>
      ))}
    </ul>
  );
}
