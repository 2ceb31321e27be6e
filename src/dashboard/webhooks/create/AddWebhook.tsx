import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Webhook, webhookTypes } from '#contract/webhook.ts';
import { getWebhookTypes } from '#contract/operations/endpoints.ts';
import { useWhyNotOffered } from '../../api/service.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { FormFoot, SubmitFoot } from '../../design/FormFoot.tsx';
import { notify } from '../../design/notify.ts';
import { useOnce } from '../../design/once.ts';
import { forms } from '../../url/forms.ts';
import { Refusal } from '../../design/NoteLine.tsx';
import { urlParts } from '../endpoints.ts';
import { TestSend } from '../endpoints/TestSend.tsx';
import { CopyLine } from '../../design/CopyLine.tsx';
import { isUrlFault, registerWebhooks, type RegistrationResult } from '../webhookMutations.ts';
import { endpointsQuery } from '../webhookQueries.ts';
import { MessageExample, TypeChoice } from './TypeChoice.tsx';
import { ruleOf, UrlHelp } from './UrlHelp.tsx';

interface AddWebhookProps {
  readonly suggested: string;
  readonly webhooks: readonly Webhook[];
  readonly onClose: () => void;
}

export function AddWebhook({ suggested, webhooks, onClose }: AddWebhookProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const areTypesKnown = useWhyNotOffered()(getWebhookTypes) === null;
  // Otherwise the types of existing webhooks are the service's own, and ours are suggestions.
  const listed = areTypesKnown ? [] : webhooks.map(({ type }) => type);
  const offered: readonly string[] = [...new Set([...listed, ...webhookTypes])];
  const registration = useMutation(registerWebhooks);
  const send = useOnce(registration);
  const form = useForm({
    initialValues: { url: suggested, types: [] as string[], other: '' },
    validate: {
      url: (url) => {
        if (url.trim() === '') return 'Enter the URL that receives the messages.';
        return URL.canParse(url) ? null : 'Enter a full URL, such as https://example.com/hooks.';
      },
      types: (types, { other }) =>
        types.length === 0 && other.trim() === '' ? 'Choose at least one type.' : null,
    },
    onValuesChange: ({ url }, before) => {
      if (url !== before.url) registration.reset();
    },
  });
  const { url, types, other } = form.values;
  const address = url.trim();
  const chosenTypes = [...types, ...(other.trim() === '' ? [] : [other.trim()])];
  const registered = webhooks.filter((webhook) => webhook.url === address).map(({ type }) => type);
  const urlError = isUrlFault(registration.error) ? registration.error : null;

  /** Failed types stay in the form, which can be submitted again. */
  const onRegistered = (registrations: readonly RegistrationResult[]): void | 'again' => {
    const failed = registrations.filter(({ fault }) => fault !== null).map(({ type }) => type);
    const created = registrations.find((one) => one.secret !== null);
    form.setValues({
      types: failed.filter((type) => offered.includes(type)),
      other: failed.find((type) => !offered.includes(type)) ?? '',
    });
    if (created !== undefined) setSecret(created.secret);
    else if (failed.length === 0) {
      notify(`Webhook registered: ${chosenTypes.join(', ')} at ${urlParts(address).host}`);
      onClose();
    }
    if (failed.length > 0) return 'again';
  };
  const submit = form.onSubmit(
    () =>
      send({ url: address, types: chosenTypes }, onRegistered, (error) => {
        if (isUrlFault(error)) form.getInputNode('url')?.focus();
      }),
    (_errors, _values, event) => focusFirstFault(event?.currentTarget),
  );
  const registrations = registration.data ?? [];
  const failures = registrations.filter(({ fault }) => fault !== null);
  if (secret !== null && failures.length === 0) {
    return (
      <Dialog title="Webhook registered" onClose={onClose}>
        <Stack>
          <NewSecret secret={secret} registrations={registrations} />
          <FirstTest url={registrations[0]?.url ?? address} />
        </Stack>
        <FormFoot>
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        </FormFoot>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={forms.addWebhook.label}
      isDirty={form.isDirty() || secret !== null}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {secret !== null && <NewSecret secret={secret} registrations={registrations} />}
          <TextInput
            label="URL"
            type="url"
            placeholder="https://example.com/hooks"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('url')}
            error={form.errors['url'] ?? (urlError && messageWithRule(urlError))}
          />
          <UrlHelp
            url={address}
            error={urlError}
            isInvalid={form.errors['url'] !== undefined}
            onUse={(next) => form.setFieldValue('url', next)}
          />
          <TypeChoice
            {...form.getInputProps('types')}
            value={types}
            {...{ offered, registered }}
            error={typeof form.errors['types'] === 'string' ? form.errors['types'] : null}
          />
          <TextInput
            label="Other type (optional)"
            description="Its exact name in messages"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('other')}
          />
          {areTypesKnown && <MessageExample types={chosenTypes} />}
          <Refusal lead="Not registered:" error={urlError === null ? registration.error : null}>
            {failures.map(({ type, fault }) => (
              <p key={type}>
                <code>{type}</code> was not registered. {fault}
              </p>
            ))}
          </Refusal>
        </Stack>
        <SubmitFoot
          label={submitLabel(chosenTypes.length)}
          pendingLabel="Registering…"
          isPending={registration.isPending}
          closeLabel={secret === null ? 'Cancel' : 'Close'}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function submitLabel(count: number): string {
  const { submit, severalSubmit } = forms.addWebhook;
  return count > 1 ? severalSubmit(count) : submit;
}

function messageWithRule(error: Error): string {
  const rule = ruleOf(error);
  return rule === null ? error.message : `${error.message} (Rule: ${rule})`;
}

interface NewSecretProps {
  readonly secret: string;
  readonly registrations: readonly RegistrationResult[];
}

function NewSecret({ secret, registrations }: NewSecretProps) {
  const created = registrations.filter(({ fault }) => fault === null);
  return (
    <Stack aria-live="polite">
      <p>
        <code>{created.map(({ type }) => type).join(', ')}</code> at {created[0]?.url}
      </p>
      <p>
        Every message to this endpoint is signed with this secret. Give it to the receiver now. You
        can reveal it again later.
      </p>
      <CopyLine text={secret} what="secret" />
    </Stack>
  );
}

function FirstTest({ url }: { readonly url: string }) {
  const { data } = useQuery(endpointsQuery);
  const endpoint = data?.find((one) => one.url === url);
  return endpoint === undefined ? null : <TestSend endpoint={endpoint} />;
}
