import { Link } from 'react-router-dom';
import { codeLineOf, HttpError, messageOf } from '../shared/api/errors.ts';
import { urls } from '../shared/urls.ts';
import classes from './CreateUserDialog.module.css';

/** Why the user was not created. Where it is there already, the way to it. */
export function CreateUserFault({
  error,
  customId,
}: {
  readonly error: Error | null;
  readonly customId: string;
}) {
  if (error === null) return null;
  if (error instanceof HttpError && error.status === 412) {
    return (
      <p className={classes.fault} role="alert">
        There is a user “{customId}” already. <Link to={urls.user(customId)}>Open {customId}</Link>
      </p>
    );
  }
  const cause = error.cause === undefined ? error : error.cause;
  const code = codeLineOf(cause);
  return (
    <p className={classes.fault} role="alert">
      {messageOf(error)} {cause !== error && messageOf(cause)}
      {code !== null && <code>{code}</code>}
    </p>
  );
}
