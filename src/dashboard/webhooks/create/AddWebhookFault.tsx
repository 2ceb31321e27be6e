import { codeLineOf, messageOf } from '../../shared/api/errors.ts';
import classes from './AddWebhook.module.css';
import type { Outcome } from '../mutations.ts';

interface AddWebhookFaultProps {
  /** Types that were refused while others were taken. */
  readonly failures: readonly Outcome[];
  readonly error: Error | null;
}

/** The types that were not registered, each with the service's message. */
export function AddWebhookFault({ failures, error }: AddWebhookFaultProps) {
  if (failures.length === 0 && error === null) return null;
  const code = codeLineOf(error);
  return (
    <div className={classes.fault} role="alert">
      {failures.map((outcome) => (
        <p key={outcome.type}>
          <code>{outcome.type}</code> was not registered.{' '}
          {outcome.isRegistered ? null : outcome.fault}
        </p>
      ))}
      {error !== null && <p>Not registered: {messageOf(error)}</p>}
      {code !== null && <code>{code}</code>}
    </div>
  );
}
