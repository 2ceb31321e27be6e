import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  accessKeyCreation,
  callerRoles,
  type CallerRole,
  type CreatedAccessKey,
} from '#contract/access.ts';
import { roleText, roleTexts } from '#contract/roleTexts.ts';
import { faultsOf } from '../api/errors.ts';
import { CopyLine } from '../design/CopyLine.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { focusFirstFault } from '../design/focusFirstFault.ts';
import { FormFoot, SubmitFoot } from '../design/FormFoot.tsx';
import { InstantField, instantTyped } from '../design/InstantField.tsx';
import { Refusal, Result } from '../design/NoteLine.tsx';
import { useOnce } from '../design/once.ts';
import { sessionQuery } from '../portfolio/session.ts';
import { forms } from '../url/forms.ts';
import { createAccessKey } from './accessQueries.ts';
import { needsSignIn, SignInAgain } from './SignInAgain.tsx';

interface CreateKeyDialogProps {
  readonly suggested: string;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ suggested, onClose }: CreateKeyDialogProps) {
  const isOpen = useQuery(sessionQuery).data?.open === true;
  const creation = useMutation(createAccessKey(useQueryClient()));
  const send = useOnce(creation);
  const form = useForm<{ name: string; role: CallerRole; expires: string }>({
    initialValues: { name: suggested, role: isOpen ? 'admin' : 'analyst', expires: '' },
    validate: {
      name: (name) =>
        accessKeyCreation.shape.name.safeParse(name).error?.issues[0]?.message ?? null,
      expires: (text) => expiryFault(text),
    },
    onValuesChange: () => creation.reset(),
  });
  const submit = form.onSubmit(
    ({ name, role, expires }, event) =>
      send(
        { name, role, expiresAt: instantTyped(expires).at },
        () => {},
        (error) => {
          for (const { pointer, detail } of faultsOf(error)) {
            form.setFieldError(pointer === '/expiresAt' ? 'expires' : pointer.slice(1), detail);
          }
          focusFirstFault(event?.currentTarget);
        },
      ),
    (_errors, _values, event) => focusFirstFault(event?.currentTarget),
  );
  if (creation.data !== undefined) return <CreatedKey created={creation.data} onClose={onClose} />;
  const { error, variables } = creation;
  if (error !== null && needsSignIn(error) && variables !== undefined) {
    const retry = () => creation.mutate(variables);
    return <SignInAgain error={error} onSignedIn={retry} onClose={creation.reset} />;
  }
  const { expires: expiresError } = form.errors;
  return (
    <Dialog title={forms.createKey.label} isDirty={form.isDirty()} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {isOpen && (
            <Result>
              This is the first key. Creating it turns sign-in on: every request then needs a key,
              and everyone must sign in. This browser signs in with it immediately. The role must be
              Admin, because only admins create keys.
            </Result>
          )}
          <TextInput
            label="Name"
            description="Person or application"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('name')}
          />
          <Radio.Group label="Role" {...form.getInputProps('role')}>
            <Stack gap={4}>
              {callerRoles.map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={roleText(role)}
                  disabled={isOpen && role !== 'admin'}
                />
              ))}
            </Stack>
          </Radio.Group>
          <InstantField
            label="Expires (optional)"
            placeholder="Never"
            value={form.values.expires}
            onChange={(text) => form.setFieldValue('expires', text)}
            error={typeof expiresError === 'string' ? expiresError : null}
          />
          <Refusal lead="Not created:" error={error} />
        </Stack>
        <SubmitFoot
          label={forms.createKey.submit}
          pendingLabel="Creating…"
          isPending={creation.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function expiryFault(text: string): string | null {
  const { at, fault } = instantTyped(text);
  if (fault !== null) return fault;
  return at !== null && Date.parse(at) <= Date.now() ? 'Choose a time in the future.' : null;
}

interface CreatedKeyProps {
  readonly created: CreatedAccessKey;
  readonly onClose: () => void;
}

function CreatedKey({ created, onClose }: CreatedKeyProps) {
  return (
    <Dialog
      title="Key created"
      isDirty
      warning="This key is shown only once. Have you copied it?"
      onClose={onClose}
    >
      <Stack aria-live="polite">
        <p>
          <b>
            <bdi>{created.name}</bdi>
          </b>
          , {roleTexts[created.role].label}. Copy the key now and store it safely.
        </p>
        <CopyLine text={created.key} what="key" />
        <Text size="xs" c="dimmed">
          Sign in with it here, or send it as Authorization: Bearer KEY.
        </Text>
      </Stack>
      <FormFoot>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </FormFoot>
    </Dialog>
  );
}
