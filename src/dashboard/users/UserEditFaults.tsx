import { codeLineOf, HttpError, messageOf } from '../shared/api/errors.ts';
import type { AttributesFault } from './userAttributes.ts';
import classes from './UserEdit.module.css';

interface UserEditFaultsProps {
  readonly id: string;
  /** What keeps the text from being sent. */
  readonly faults: readonly AttributesFault[];
  /** Why the service did not take it. */
  readonly error: Error | null;
}

/** What is wrong with the text, in words and with its place. */
export function UserEditFaults({ id, faults, error }: UserEditFaultsProps) {
  const refused = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const code = codeLineOf(error);
  return (
    <div id={id}>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <Fault key={`${fault.pointer} ${fault.detail}`} {...fault} />
          ))}
        </ul>
      )}
      {error !== null && (
        <div className={classes.refused} role="alert">
          <p>Not saved: {messageOf(error)}</p>
          {refused.length > 0 && (
            <ul>
              {refused.map((fault) => (
                <Fault key={`${fault.pointer} ${fault.detail}`} {...fault} />
              ))}
            </ul>
          )}
          {code !== null && <code>{code}</code>}
        </div>
      )}
    </div>
  );
}

function Fault({ pointer, detail }: AttributesFault) {
  return (
    <li>
      {pointer !== '' && <code>{pointer}</code>} {detail}
    </li>
  );
}
