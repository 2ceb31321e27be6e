import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { customIdFault } from '#contract/user.ts';
import { codeLineOf, HttpError, messageOf } from '../api/errors.ts';
import { Dialog } from '../design/Dialog.tsx';
import { focusFirstFault } from '../design/focusFirstFault.ts';
import { FormFoot } from '../design/FormFoot.tsx';
import { notify } from '../design/notify.tsx';
import { useOnce } from '../design/once.ts';
import { WhatIsSent } from '../design/WhatIsSent.tsx';
import { urls } from '../url/urls.ts';
import classes from './CreateUserDialog.module.css';
import { createUser, NameNotSavedError, requestsOf, similarUsers } from './createUser.ts';

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
    initialValues: { customId: suggested, name: '' },
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
  const isCreated = creation.error instanceof NameNotSavedError;
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
    <Dialog title="Create user" isDirty={form.isDirty()} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Id"
          description="It cannot be changed later, and the user cannot be deleted."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          readOnly={isCreated}
          {...form.getInputProps('customId')}
          {...(isTaken && { error: 'This id is taken.' })}
        />
        {!isTaken && others.length > 0 && (
          <output className={classes.similar}>
            There is a user with a similar id:{' '}
            {others.slice(0, 3).map((id) => (
              <Link key={id} to={urls.user(id)}>
                <bdi>{id}</bdi>
              </Link>
            ))}
          </output>
        )}
        <TextInput
          label="Name (optional)"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <WhatIsSent requests={requestsOf(form.values)} />
        <Refusal {...{ isTaken, customId }} error={creation.error} />
        <FormFoot>
          <Button type="submit" variant="filled" aria-disabled={creation.isPending}>
            {creation.isPending ? 'Creating…' : isCreated ? 'Save name' : 'Create user'}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}

interface RefusalProps {
  /** Known before it is sent. */
  readonly isTaken: boolean;
  readonly error: Error | null;
  readonly customId: string;
}

/** Why the user was not created; where it exists, the way to it. */
function Refusal({ isTaken, error, customId }: RefusalProps) {
  if (isTaken || (error instanceof HttpError && error.status === 412)) {
    return (
      <p className={classes.fault} role="alert">
        There is already a user “{customId}”. <Link to={urls.user(customId)}>Open {customId}</Link>
      </p>
    );
  }
  if (error === null) return null;
  const cause = error.cause === undefined ? error : error.cause;
  const code = codeLineOf(cause);
  return (
    <p className={classes.fault} role="alert">
      {messageOf(error)} {cause !== error && messageOf(cause)}
      {code !== null && <code>{code}</code>}
    </p>
  );
}
