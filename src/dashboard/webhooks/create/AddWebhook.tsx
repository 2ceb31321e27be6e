import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { type Webhook, webhookTypes } from '#contract/webhook.ts';
import { notify } from '../../shared/notices.ts';
import { useOnce } from '../../shared/once.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import classes from './AddWebhook.module.css';
import { AddWebhookFault } from './AddWebhookFault.tsx';
import { partsOf } from '../endpoints.ts';
import { isUrlFault, type Outcome, registerWebhooks } from '../mutations.ts';
import { FirstTest } from './FirstTest.tsx';
import { MessageExample } from './MessageExample.tsx';
import { NewSecret } from './NewSecret.tsx';
import { inspectorQuery } from '../queries.ts';
import { inspectorAddress } from '../inspectorAddress.ts';
import { TypeChoice } from './TypeChoice.tsx';
import { urlFaultOf } from './urlFault.ts';

interface AddWebhookProps {
  /** The initial URL, when a type is added to an endpoint. */
  readonly suggested: string;
  /** The webhooks that are registered already. */
  readonly known: readonly Webhook[];
  /** Whether the service lists deliveries: then it has examples, tests and a built-in receiver, too. */
  readonly hasDeliveries: boolean;
  readonly onClose: () => void;
}

const offered: readonly string[] = webhookTypes;

/** The form that registers one or several types of a URL, and shows the secret of a new endpoint. */
export function AddWebhook({ suggested, known, hasDeliveries, onClose }: AddWebhookProps) {
  const [url, setUrl] = useState(suggested);
  const [types, setTypes] = useState<readonly string[]>([]);
  const [other, setOther] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const urlField = useRef<HTMLInputElement>(null);
  const { data: inspector } = useQuery({
    ...inspectorQuery,
    enabled: hasDeliveries,
    refetchInterval: false,
  });
  const registration = useMutation(registerWebhooks);
  const send = useOnce(registration);

  const address = url.trim();
  const wanted = [...types, ...(other.trim() === '' ? [] : [other.trim()])];
  const registered = known.filter((webhook) => webhook.url === address).map(({ type }) => type);
  const urlFault = registration.error === null ? null : urlFaultOf(registration.error);
  const isUrlMissing = isSubmitted && address === '';

  /** Types that failed stay in the form, which can be submitted again. */
  const settle = (outcomes: readonly Outcome[]): void | 'again' => {
    const failed = outcomes.filter((outcome) => !outcome.isRegistered).map(({ type }) => type);
    const made = outcomes.find((outcome) => outcome.isRegistered && outcome.secret !== null);
    setTypes(failed.filter((type) => offered.includes(type)));
    setOther(failed.find((type) => !offered.includes(type)) ?? '');
    if (made?.isRegistered === true) setSecret(made.secret);
    else if (failed.length === 0) {
      notify(`Webhook registered: ${wanted.join(', ')} at ${partsOf(address).host}`);
      onClose();
    }
    if (failed.length > 0) return 'again';
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (address === '') urlField.current?.focus();
    if (address === '' || wanted.length === 0) return;
    send({ url: address, types: wanted }, settle, (error) => {
      if (isUrlFault(error)) urlField.current?.focus();
    });
  };
  const registeredUrl = registration.data?.find((outcome) => outcome.isRegistered)?.url;
  const failures = registration.data?.filter((outcome) => !outcome.isRegistered) ?? [];
  if (secret !== null && failures.length === 0) {
    return (
      <Dialog
        title="Webhook registered"
        isDirty={!hasDeliveries}
        warning="The secret is not shown again."
        onClose={onClose}
      >
        <NewSecret
          url={address}
          secret={secret}
          outcomes={registration.data ?? []}
          isRevealable={hasDeliveries}
        />
        {hasDeliveries && <FirstTest url={registeredUrl ?? address} />}
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  }
  const isDirty = url !== suggested || wanted.length > 0 || secret !== null;
  return (
    <Dialog title="Add webhook" isDirty={isDirty} onClose={onClose}>
      {secret !== null && (
        <NewSecret
          url={address}
          secret={secret}
          outcomes={registration.data ?? []}
          isRevealable={hasDeliveries}
        />
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          ref={urlField}
          label="URL"
          type="url"
          placeholder="https://example.com/hooks"
          value={url}
          onChange={(text) => {
            setUrl(text);
            registration.reset();
          }}
          error={isUrlMissing ? 'Enter the address the messages are sent to.' : urlFault}
        />
        {inspector !== undefined && (
          <p className={classes.inspector}>
            <Button variant="plain" onClick={() => setUrl(inspectorAddress(inspector.url))}>
              Use the built-in inspector
            </Button>
          </p>
        )}
        <TypeChoice
          chosen={types}
          onChoose={setTypes}
          registered={registered}
          error={isSubmitted && wanted.length === 0 ? 'Choose at least one type.' : null}
        />
        <Field
          label="Another type"
          isOptional
          hint="As the service calls it."
          value={other}
          onChange={setOther}
        />
        {hasDeliveries && <MessageExample types={wanted} />}
        <AddWebhookFault
          failures={failures}
          error={urlFault === null ? registration.error : null}
        />
        <div className={classes.actions}>
          <Button type="submit" variant="filled" aria-disabled={registration.isPending}>
            {registration.isPending ? 'Registering…' : buttonLabel(wanted.length)}
          </Button>
          <Button variant="plain" onClick={onClose}>
            {secret === null ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function buttonLabel(count: number): string {
  return count > 1 ? `Add ${count} webhooks` : 'Add webhook';
}
