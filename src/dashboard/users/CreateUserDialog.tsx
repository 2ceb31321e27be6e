import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { createUser as createUserOperation, updateUser } from '#contract/operations/users.ts';
import { fold } from '#contract/search.ts';
import { customIdFault } from '#contract/user.ts';
import { call } from '../api/client.ts';
import { HttpError } from '../api/errors.ts';
import { Dialog } from '../design/Dialog.tsx';
import { SubmitFoot } from '../design/FormFoot.tsx';
import { Refusal, Result } from '../design/NoteLine.tsx';
import { type SentRequest, WhatIsSent } from '../design/WhatIsSent.tsx';
import { focusFirstFault } from '../design/focusFirstFault.ts';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { createOnly } from '../portfolio/mutations.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { forms } from '../url/forms.ts';
import { urls } from '../url/urls.ts';
import { commonAttributes } from './edit/userAttributes.ts';

/** So long after the last key similar ids are looked for. */
const typingMs = 200;

interface CreateUserDialogProps {
  /** The id to begin with, such as what was searched. */
  readonly suggested: string;
  readonly onClose: () => void;
}

/** The form for a new user. What was typed is kept until it is sent or the dialog is closed on purpose. */
export function CreateUserDialog({ suggested, onClose }: CreateUserDialogProps) {
  const navigate = useNavigate();
  const creation = useMutation(createUser);
  const send = useOnce(creation);
  const form = useForm({
    initialValues: { customId: suggested, attributes: noAttributes },
    validate: {
      customId: (id) => {
        const fault = customIdFault(id);
        return fault === null ? null : `The id ${fault}.`;
      },
    },
    onValuesChange: ({ customId }, before) => {
      if (customId !== before.customId) creation.reset();
    },
  });
  const isCreated = creation.error instanceof AttributesNotSavedError;
  const { customId } = form.values;
  const [typed] = useDebouncedValue(customId, typingMs);
  const { data: similar = [] } = useQuery(similarUsers(typed));
  // What was just created is no other user.
  const others = isCreated || !creation.isIdle || typed !== customId ? [] : similar;
  const isTaken = others.includes(customId);
  const submit = form.onSubmit(
    (values) =>
      send({ ...values, isCreated }, () => {
        notify(`User ${values.customId} created`);
        void navigate(urls.user(values.customId), { replace: true });
      }),
    (_errors, _values, event) => focusFirstFault(event?.currentTarget),
  );
  return (
    <Dialog title={forms.createUser.label} isDirty={form.isDirty()} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Id"
            description="It cannot be changed later, and the user cannot be deleted."
            autoComplete="off"
            spellCheck={false}
            readOnly={isCreated}
            {...form.getInputProps('customId')}
            {...(isTaken && { error: 'This id is taken.' })}
          />
          {!isTaken && others.length > 0 && (
            <Text component="output" size="xs" c="var(--warn)">
              There is a user with a similar id:{' '}
              {others.slice(0, 3).map((id) => (
                <Anchor key={id} component={Link} to={urls.user(id)} underline="always" mr="xs">
                  <bdi>{id}</bdi>
                </Anchor>
              ))}
            </Text>
          )}
          {fields.map(({ name, label }) => (
            <TextInput
              key={name}
              label={`${label} (optional)`}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps(`attributes.${name}`)}
            />
          ))}
          <WhatIsSent requests={requestsOf(form.values)} />
          <NotCreated {...{ isTaken, customId }} error={creation.error} />
        </Stack>
        <SubmitFoot
          label={isCreated ? `Save ${fieldNames}` : forms.createUser.label}
          pendingLabel="Creating…"
          isPending={creation.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

interface NotCreatedProps {
  /** Known before it is sent. */
  readonly isTaken: boolean;
  readonly error: Error | null;
  readonly customId: string;
}

/** Why the user was not created; where it exists, the way to it. */
function NotCreated({ isTaken, error, customId }: NotCreatedProps) {
  if (isTaken || (error instanceof HttpError && error.status === 412)) {
    return (
      <Result tone="error">
        There is already a user “{customId}”.{' '}
        <Anchor component={Link} to={urls.user(customId)} underline="always">
          Open {customId}
        </Anchor>
      </Result>
    );
  }
  return error instanceof AttributesNotSavedError ? (
    <Refusal lead={error.message} error={error.cause} />
  ) : (
    <Refusal error={error} />
  );
}

/** What the form for a new user holds. */
interface NewUser {
  readonly customId: string;
  /** By their names, empty ones included. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Its fields besides the id. */
const fields = commonAttributes.filter(({ isOfNewUser }) => isOfNewUser);
const fieldNames = fields.map(({ label }) => label.toLowerCase()).join(' and ');
const noAttributes: NewUser['attributes'] = Object.fromEntries(
  fields.map(({ name }) => [name, '']),
);

function attributesUpdate({ attributes }: NewUser): { readonly json: string } | null {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  );
  return given.length === 0 ? null : { json: JSON.stringify(Object.fromEntries(given)) };
}

/** What creating a user sends, as it is shown before: the user, and then its attributes where there are any. */
function requestsOf(newUser: NewUser): SentRequest[] {
  const { customId } = newUser;
  const update = attributesUpdate(newUser);
  const create: SentRequest = {
    method: createUserOperation.method,
    path: pathOf(createUserOperation, {}),
    text: JSON.stringify({ customId }),
  };
  if (update === null) return [create];
  const path = pathOf(updateUser, { params: { id: customId } });
  return [create, { method: updateUser.method, path, text: JSON.stringify(update) }];
}

/** The user is there, but its attributes are not: the form says so and sends them alone again. */
export class AttributesNotSavedError extends Error {
  override readonly name = 'AttributesNotSavedError';
}

/** Creates a user and never takes one that exists: the answer is 412 then. */
const createUser = mutationOptions({
  mutationFn: async ({ isCreated, ...newUser }: NewUser & { readonly isCreated: boolean }) => {
    const { customId } = newUser;
    if (!isCreated) {
      await call(createUserOperation, { body: { customId }, headers: createOnly });
    }
    const update = attributesUpdate(newUser);
    if (update === null) return;
    try {
      await call(updateUser, { params: { id: customId }, body: update });
    } catch (cause) {
      const lead = `The user was created, but the ${fieldNames} could not be saved.`;
      throw new AttributesNotSavedError(lead, { cause });
    }
  },
  meta: { invalidates: [keys.directory] },
});

const lettersOf = (customId: string) => fold(customId).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Ids of users that differ from this one in case and punctuation at most. */
function similarUsers(customId: string) {
  const letters = lettersOf(customId);
  return queryOptions({
    queryKey: keys.similarUsers(customId),
    queryFn: async ({ signal }) => {
      const query = { q: letters.join(' '), sort: 'customId', limit: 100 };
      const { rows } = await call(getDirectory, { query }, signal);
      const ids = rows.map((row) => row.customId);
      return ids.filter((id) => lettersOf(id).join('') === letters.join(''));
    },
    enabled: letters.length > 0,
  });
}
