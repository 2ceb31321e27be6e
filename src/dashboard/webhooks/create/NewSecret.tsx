import { CopyLine } from '../CopyLine.tsx';
import classes from './AddWebhook.module.css';
import type { Outcome } from '../mutations.ts';

interface NewSecretProps {
  readonly url: string;
  readonly secret: string;
  readonly outcomes: readonly Outcome[];
  /** Whether the service reveals it again later. */
  readonly isRevealable: boolean;
}

/** The secret of a new endpoint, with which every message is signed. */
export function NewSecret({ url, secret, outcomes, isRevealable }: NewSecretProps) {
  const types = outcomes.filter((outcome) => outcome.isRegistered).map(({ type }) => type);
  return (
    <div className={classes.secret} aria-live="polite">
      <p>
        <b>{types.join(', ')}</b> at {url}
      </p>
      <p>
        Every message to this endpoint is signed with this secret. Give it to the receiver now.{' '}
        {isRevealable ? 'You can reveal it again later.' : 'It is not shown again.'}
      </p>
      <CopyLine text={secret} what="secret" />
    </div>
  );
}
