import { codeLineOf, messageOf } from '../api/errors.ts';
import classes from './HoldingsEdit.module.css';

interface HoldingsFaultProps {
  readonly error: Error | null;
  /** What the service found that belongs to no field. */
  readonly others: readonly string[];
}

/** Why the service did not take a statement; nothing of it was saved then. */
export function HoldingsFault({ error, others }: HoldingsFaultProps) {
  if (error === null) return null;
  const code = codeLineOf(error);
  return (
    <div className={classes.refused} role="alert">
      <p>Nothing was saved: {messageOf(error)}</p>
      {others.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {code !== null && <code>{code}</code>}
    </div>
  );
}
