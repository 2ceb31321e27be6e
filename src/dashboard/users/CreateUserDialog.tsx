import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { customIdFault } from '#contract/user.ts';
import { notify } from '../shared/notices.ts';
import { useOnce } from '../shared/once.ts';
import { Button } from '../shared/ui/Button.tsx';
import { Dialog } from '../shared/ui/Dialog.tsx';
import { Field } from '../shared/ui/Field.tsx';
import { WhatIsSent } from '../shared/ui/WhatIsSent.tsx';
import { urls } from '../shared/urls.ts';
import classes from './CreateUserDialog.module.css';
import { CreateUserFault } from './CreateUserFault.tsx';
import { createUser, NameNotSavedError, requestsOf } from './createUser.ts';

interface CreateUserDialogProps {
  /** The id to begin with, such as what was searched and not found. */
  readonly suggested: string;
  readonly onClose: () => void;
}

/** The form for a new user. What was typed is kept until it is sent or the dialog is closed on purpose. */
export function CreateUserDialog({ suggested, onClose }: CreateUserDialogProps) {
  const [customId, setCustomId] = useState(suggested);
  const [name, setName] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const idField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const creation = useMutation(createUser);
  const send = useOnce(creation);

  const fault = customIdFault(customId);
  const isCreated = creation.error instanceof NameNotSavedError;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (fault !== null) {
      idField.current?.focus();
      return;
    }
    send({ customId, name, isCreated }, () => {
      notify(`User ${customId} created`);
      void navigate(urls.user(customId), { replace: true });
    });
  };
  return (
    <Dialog title="Create user" isDirty={customId !== suggested || name !== ''} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          ref={idField}
          label="Id"
          hint="It cannot be changed later."
          value={customId}
          onChange={(text) => {
            setCustomId(text);
            creation.reset();
          }}
          readOnly={isCreated}
          error={isSubmitted && fault !== null ? `The id ${fault}.` : null}
        />
        <Field label="Name" isOptional value={name} onChange={setName} />
        <WhatIsSent requests={requestsOf({ customId, name })} />
        <CreateUserFault error={creation.error} customId={customId} />
        <div className={classes.actions}>
          <Button type="submit" variant="filled" aria-disabled={creation.isPending}>
            {creation.isPending ? 'Creating…' : isCreated ? 'Save name' : 'Create user'}
          </Button>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
