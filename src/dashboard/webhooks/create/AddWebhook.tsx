import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Webhook, webhookTypes } from '#contract/webhook.ts';
import { codeLineOf, hasCode, messageOf } from '../../api/errors.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { notify } from '../../design/notify.tsx';
import { useOnce } from '../../design/once.ts';
import { partsOf } from '../endpoints.ts';
import { inspectorAddress } from '../inspectorAddress.ts';
import { isUrlFault, type Outcome, registerWebhooks } from '../mutations.ts';
import { inspectorQuery } from '../queries.ts';
import classes from './AddWebhook.module.css';
import { FirstTest, NewSecret } from './NewSecret.tsx';
import { MessageExample, TypeChoice } from './TypeChoice.tsx';

interface AddWebhookProps {
  /** The initial URL, when a type is added to an endpoint. */
  readonly suggested: string;
  /** The webhooks that are registered already. */
  readonly known: readonly Webhook[];
  readonly onClose: () => void;
}

const offered: readonly string[] = webhookTypes;

/** The form that registers one or several types of a URL, and shows the secret of a new endpoint. */
export function AddWebhook({ suggested, known, onClose }: AddWebhookProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { data: inspector } = useQuery({ ...inspectorQuery, refetchInterval: false });
  const registration = useMutation(registerWebhooks);
  const send = useOnce(registration);
  const form = useForm({
    initialValues: { url: suggested, types: [] as string[], other: '' },
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter the URL that messages are sent to.' : null),
      types: (types, { other }) =>
        types.length === 0 && other.trim() === '' ? 'Choose at least one type.' : null,
    },
    onValuesChange: ({ url }, before) => {
      if (url !== before.url) registration.reset();
    },
  });
  const { url, types, other } = form.values;
  const address = url.trim();
  const wanted = [...types, ...(other.trim() === '' ? [] : [other.trim()])];
  const registered = known.filter((webhook) => webhook.url === address).map(({ type }) => type);
  const urlFault = registration.error === null ? null : urlFaultOf(registration.error);

  /** Types that failed stay in the form, which can be submitted again. */
  const settle = (outcomes: readonly Outcome[]): void | 'again' => {
    const failed = outcomes.filter((outcome) => !outcome.isRegistered).map(({ type }) => type);
    const made = outcomes.find((outcome) => outcome.isRegistered && outcome.secret !== null);
    form.setValues({
      types: failed.filter((type) => offered.includes(type)),
      other: failed.find((type) => !offered.includes(type)) ?? '',
    });
    if (made?.isRegistered === true) setSecret(made.secret);
    else if (failed.length === 0) {
      notify(`Webhook registered: ${wanted.join(', ')} at ${partsOf(address).host}`);
      onClose();
    }
    if (failed.length > 0) return 'again';
  };
  const submit = form.onSubmit(
    () =>
      send({ url: address, types: wanted }, settle, (error) => {
        if (isUrlFault(error)) form.getInputNode('url')?.focus();
      }),
    (_errors, _values, event) => focusFirstFault(event?.currentTarget),
  );
  const registeredUrl = registration.data?.find((outcome) => outcome.isRegistered)?.url;
  const failures = registration.data?.filter((outcome) => !outcome.isRegistered) ?? [];
  if (secret !== null && failures.length === 0) {
    return (
      <Dialog title="Webhook registered" onClose={onClose}>
        <NewSecret url={address} secret={secret} outcomes={registration.data ?? []} />
        <FirstTest url={registeredUrl ?? address} />
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  }
  const isDirty = form.isDirty() || secret !== null;
  return (
    <Dialog title="Add webhook" isDirty={isDirty} onClose={onClose}>
      {secret !== null && (
        <NewSecret url={address} secret={secret} outcomes={registration.data ?? []} />
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="URL"
          type="url"
          placeholder="https://example.com/hooks"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
          error={form.errors['url'] ?? urlFault}
        />
        {inspector !== undefined && (
          <p className={classes.inspector}>
            <Button
              variant="subtle"
              onClick={() => form.setFieldValue('url', inspectorAddress(inspector.url))}
            >
              Use the built-in inspector
            </Button>
          </p>
        )}
        <TypeChoice
          {...form.getInputProps('types')}
          value={types}
          registered={registered}
          error={typeof form.errors['types'] === 'string' ? form.errors['types'] : null}
        />
        <TextInput
          label="Another type (optional)"
          description="As the service calls it"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('other')}
        />
        <MessageExample types={wanted} />
        <Refusal failures={failures} error={urlFault === null ? registration.error : null} />
        <div className={classes.actions}>
          <Button type="submit" variant="filled" aria-disabled={registration.isPending}>
            {registration.isPending ? 'Registering…' : buttonLabel(wanted.length)}
          </Button>
          <Button variant="subtle" onClick={onClose}>
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

/** What is wrong with the URL, with the rule that forbids it; null for an error that is not about the URL. */
function urlFaultOf(error: Error): string | null {
  if (hasCode(error, 'invalid-url')) return error.message;
  if (!hasCode(error, 'webhook-target-forbidden')) return null;
  const rule = error.problem?.['rule'];
  return typeof rule === 'string' ? `${error.message} (Rule: ${rule})` : error.message;
}

interface RefusalProps {
  /** Types that were refused while others were taken. */
  readonly failures: readonly Outcome[];
  readonly error: Error | null;
}

/** The types that were not registered, each with the service's message. */
function Refusal({ failures, error }: RefusalProps) {
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
