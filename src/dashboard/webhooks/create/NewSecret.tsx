import { useQuery } from '@tanstack/react-query';
import { CopyLine } from '../CopyLine.tsx';
import { TestSend } from '../endpoints/TestSend.tsx';
import type { Outcome } from '../mutations.ts';
import { endpointsQuery } from '../queries.ts';
import classes from './AddWebhook.module.css';

interface NewSecretProps {
  readonly url: string;
  readonly secret: string;
  readonly outcomes: readonly Outcome[];
}

/** The secret of a new endpoint, with which every message is signed. */
export function NewSecret({ url, secret, outcomes }: NewSecretProps) {
  const types = outcomes.filter((outcome) => outcome.isRegistered).map(({ type }) => type);
  return (
    <div className={classes.secret} aria-live="polite">
      <p>
        <b>{types.join(', ')}</b> at {url}
      </p>
      <p>
        Every message to this endpoint is signed with this secret. Give it to the receiver now. You
        can reveal it again later.
      </p>
      <CopyLine text={secret} what="secret" />
    </div>
  );
}

/** Tries a new endpoint as soon as its receiver has the secret. */
export function FirstTest({ url }: { readonly url: string }) {
  const { data } = useQuery(endpointsQuery);
  const endpoint = data?.find((one) => one.url === url);
  if (endpoint === undefined) return null;
  return (
    <div className={classes.test}>
      <TestSend endpoint={endpoint} />
    </div>
  );
}
