import { codeLineOf, messageOf } from '../../shared/api/errors.ts';
import classes from './AddWebhook.module.css';
import type { Outcome } from '../mutations.ts';

interface AddWebhookFaultProps {
  /** Types that were refused while others were taken. */
  readonly failures: readonly Outcome[];
  readonly error: Error | null;
}

/** What was not registered, type by type, in the service's words. */
export function AddWebhookFault({ failures, error }: AddWebhookFaultProps) {
  if (failures.length === 0 && error === null) return null;
  const code = codeLineOf(error);
  return (
    <div className={classes.fault} role="alert">
      {failures.map((outcome) => (
        <p key={outcome.type}>
          <code>{outcome.type}</code> was not registered.{' '}
          {outcome.isRegistered ? null : outcome.words}
        </p>
      ))}
      {error !== null && <p>Not registered: {messageOf(error)}</p>}
      {code !== null && <code>{code}</code>}
    </div>
  );
}
