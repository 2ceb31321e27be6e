import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getDirectory } from '#contract/operations/directory.ts';
import { putUser } from '#contract/operations/users.ts';
import type { ProblemFault } from '#contract/problem.ts';
import { fold } from '#contract/search.ts';
import { customIdFault } from '#contract/user.ts';
import { call } from '../api/client.ts';
import { HttpError, faultsOf } from '../api/errors.ts';
import { useWhyNotOffered } from '../api/service.ts';
import { Dialog } from '../design/Dialog.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { SubmitFoot } from '../design/FormFoot.tsx';
import { Refusal, Result } from '../design/NoteLine.tsx';
import { RequestPreview } from '../design/RequestPreview.tsx';
import { focusFirstFault } from '../design/focusFirstFault.ts';
import { notify } from '../design/notify.ts';
import { useOnce } from '../design/once.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { forms } from '../url/forms.ts';
import { urls } from '../url/urls.ts';
import {
  AttributesNotSavedError,
  createUserMutation,
  creationRequests,
  type NewUserDraft,
} from './createUser.ts';
import { FirstHoldings, holdingsFault, useFirstHoldings } from './FirstHoldings.tsx';
import { AttributeFields } from './edit/AttributeFields.tsx';
import { readAttributes } from './edit/attributesText.ts';
import type { Attributes } from './edit/userAttributes.ts';

const typingMs = 200;

interface CreateUserDialogProps {
  readonly suggested: string;
  readonly onClose: () => void;
}

export function CreateUserDialog({ suggested, onClose }: CreateUserDialogProps) {
  const navigate = useNavigate();
  const isSingleRequest = useWhyNotOffered()(putUser) === null;
  const creation = useMutation(createUserMutation);
  const send = useOnce(creation);
  // The user exists by now, even if the attributes are refused.
  const isCreated = creation.error instanceof AttributesNotSavedError;
  const change = () => {
    if (!isCreated) creation.reset();
  };
  const form = useForm({
    initialValues: { customId: suggested, text: '{}' },
    validate: {
      customId: (id) => {
        const fault = customIdFault(id);
        return fault === null ? null : `The id ${fault}.`;
      },
    },
    onValuesChange: change,
  });
  const [isHolding, setHolding] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const holdings = useFirstHoldings({
    isShown: isHolding,
    error: creation.error,
    onChange: change,
  });
  const { customId, text } = form.values;
  const attributes = readAttributes(text).attributes ?? {};
  const { statement, isBegun } = holdings;
  const isDirty = customId !== suggested || Object.keys(attributes).length > 0 || isBegun;
  const draft: NewUserDraft = {
    customId,
    attributes: trimmedAttributes(attributes),
    wallets: isBegun && statement !== null ? [statement] : [],
  };
  const [typed] = useDebouncedValue(customId, typingMs);
  const { data: similar = [] } = useQuery(similarUsers(typed));
  // The user just created is not a conflict.
  const others = isCreated || !creation.isIdle || typed !== customId ? [] : similar;
  const isTaken = others.includes(customId);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    setSubmitted(true);
    const isIdWrong = form.validate().hasErrors;
    const isHoldingWrong =
      isBegun &&
      (holdings.form.validate().hasErrors ||
        statement === null ||
        holdingsFault(holdings) !== null);
    if (isIdWrong || isHoldingWrong) {
      focusFirstFault(currentTarget);
      return;
    }
    send(
      { ...draft, isSingleRequest, isCreated },
      () => {
        notify(`User ${customId} created`);
        void navigate(urls.user(customId), { replace: true });
      },
      () => focusFirstFault(currentTarget),
    );
  };
  return (
    <Dialog title={forms.createUser.label} size="medium" {...{ isDirty, onClose }}>
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
              Similar ids exist:{' '}
              {others.slice(0, 3).map((id) => (
                <Anchor key={id} component={PageLink} to={urls.user(id)} underline="always" mr="xs">
                  <bdi>{id}</bdi>
                </Anchor>
              ))}
            </Text>
          )}
          <AttributeFields
            {...{ text, attributes }}
            before={noAttributes}
            refused={refusedAttributes(creation.error)}
            onChange={(changed) => form.setFieldValue('text', changed)}
          />
          {isSingleRequest && (
            <FirstHoldings
              edit={holdings}
              isShown={isHolding}
              {...{ isSubmitted }}
              onShow={setHolding}
            />
          )}
          <RequestPreview requests={creationRequests(draft, { isSingleRequest })} />
          <NotCreated {...{ isTaken, customId }} error={creation.error} />
        </Stack>
        <SubmitFoot
          label={isCreated ? 'Save attributes' : forms.createUser.submit}
          pendingLabel="Creating…"
          isPending={creation.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

const noAttributes: Attributes = {};

function trimmedAttributes(attributes: Attributes): Attributes {
  const trimmed = Object.entries(attributes).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  );
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/** Pointers are relative to the attributes. */
function refusedAttributes(error: Error | null): readonly ProblemFault[] {
  if (error instanceof AttributesNotSavedError) return faultsOf(error.cause);
  return faultsOf(error).map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(/^\/attributes(?=\/)/, ''),
  }));
}

interface NotCreatedProps {
  readonly isTaken: boolean;
  readonly error: Error | null;
  readonly customId: string;
}

function NotCreated({ isTaken, error, customId }: NotCreatedProps) {
  if (isTaken || (error instanceof HttpError && error.status === 412)) {
    return (
      <Result tone="error">
        User “{customId}” already exists.{' '}
        <Anchor component={PageLink} to={urls.user(customId)} underline="always">
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

const lettersOf = (customId: string) => fold(customId).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Ids that differ only in case and punctuation. */
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
