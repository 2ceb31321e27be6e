import { useFormat } from '../../preferences/format.ts';
import { Text } from '@mantine/core';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from 'react';
import { faultsOf } from '../../api/errors.ts';
import { type TaggedUser, userQueries } from '../../portfolio/userQueries.ts';
import { updateAside, updateRequest, updateUser } from '../../portfolio/mutations.ts';
import { EditConflict } from '../../design/EditConflict.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { notify } from '../../design/notify.ts';
import { useSharedEdit } from '../../design/useSharedEdit.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { SubmitFoot } from '../../design/FormFoot.tsx';
import { PrivateForm } from '../../design/PrivateForm.tsx';
import { RequestPreview } from '../../design/RequestPreview.tsx';
import { mergePatch, mergePatchOf, sameJson } from '#contract/mergePatch.ts';
import {
  type Attributes,
  attributesOf,
  type AttributeDifference,
  differencesOf,
} from './userAttributes.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { lineAndColumn, readAttributes } from './attributesText.ts';
import classes from './edit.module.css';
import { JsonEditor, UserEditFaults } from './JsonEditor.tsx';

interface UserEditProps {
  /** The edit keeps this version, even when the page refetches the user. */
  readonly opened: TaggedUser;
  readonly onClose: () => void;
}

const forms = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

export function UserEdit(props: UserEditProps) {
  return (
    <PrivateForm title={titleOf(props)} what="attributes" onClose={props.onClose}>
      <AttributesForm {...props} />
    </PrivateForm>
  );
}

const titleOf = ({ opened }: UserEditProps) => `Attributes of ${opened.user.customId}`;

function AttributesForm(props: UserEditProps) {
  const { opened, onClose } = props;
  const format = useFormat();
  const client = useQueryClient();
  const { customId } = opened.user;
  const update = useMutation(updateUser(customId));
  const { base, newer, error, isSaving, send, rebase } = useSharedEdit(opened, update, () =>
    client.fetchQuery({ ...userQueries.one(customId), staleTime: 0 }),
  );
  const before = useMemo(() => attributesOf(base.user), [base]);
  const [text, setText] = useState(() => textOf(before));
  // Not in the address: Back leaves the form.
  const [form, setForm] = useState<(typeof forms)[number]['value']>('fields');
  const [isSubmitted, setSubmitted] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);

  const { attributes, faults, warnings, places } = useMemo(() => readAttributes(text), [text]);
  const differences = attributes === null ? [] : differencesOf(before, attributes);
  const json = attributes === null ? null : textOf(mergePatchOf(before, attributes));
  const isJson = form === 'json' || attributes === null;
  const refused = faultsOf(update.error);
  const marked = [...faults, ...warnings].map(({ at }) => lineAndColumn(text, at).line);
  const change = (next: string) => {
    setText(next);
    update.reset();
  };
  const showPlace = (at: number) => {
    setForm('json');
    // The editor may not be rendered yet.
    setTimeout(() => {
      editor.current?.focus();
      editor.current?.setSelectionRange(at, at);
    });
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    setSubmitted(true);
    if (json === null) showPlace(faults[0]?.at ?? 0);
    if (json === null || differences.length === 0) return;
    send(
      { json, etag: base.etag },
      (user) => {
        const after = attributes ?? {};
        // A connected service may not accept some attributes, which a notice lists.
        const now = user && differencesOf(before, attributesOf(user)).map((one) => one.pointer);
        const saved = differences.filter((one) => now?.includes(one.pointer) ?? true);
        if (saved.length > 0) {
          notify(
            `${customId} saved, ${format.count(saved.length, 'attribute')} changed`,
            () => void undoEdit(client, { customId, before, after }),
          );
        }
        onClose();
      },
      () => focusFirstFault(currentTarget),
    );
  };
  const continueFrom = (from: TaggedUser, patch: Record<string, unknown>) => {
    rebase(from);
    setText(textOf(mergePatch(attributesOf(from.user), patch)));
  };
  return (
    <Dialog title={titleOf(props)} size="wide" isDirty={text !== textOf(before)} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {newer !== null && (
          <UserEditConflict
            theirs={differencesOf(before, attributesOf(newer.user))}
            onKeep={() =>
              continueFrom(newer, attributes === null ? {} : mergePatchOf(before, attributes))
            }
            onTake={() => continueFrom(newer, {})}
          />
        )}
        <div className={classes.columns}>
          <div className={classes.column}>
            <div className={classes.forms}>
              <SegmentedControl
                aria-label="Edit as"
                data={forms}
                value={isJson ? 'json' : 'fields'}
                onChange={setForm}
              />
            </div>
            {isJson ? (
              <JsonEditor
                ref={editor}
                text={text}
                onChange={change}
                marked={new Set(marked)}
                isInvalid={(isSubmitted && faults.length > 0) || refused.length > 0}
                describedBy="attribute-faults"
              />
            ) : (
              <AttributeFields
                {...{ text, attributes, before, refused }}
                key={base.etag}
                onChange={change}
                onJson={() => setForm('json')}
              />
            )}
            <UserEditFaults
              id="attribute-faults"
              {...{ faults, warnings, places, refused }}
              error={error}
              onPlace={showPlace}
            />
          </div>
          <UserEditChanges differences={differences} isReadable={json !== null}>
            {json !== null && (
              <RequestPreview requests={[updateRequest(customId, { json, etag: base.etag })]} />
            )}
          </UserEditChanges>
        </div>
        <SubmitFoot
          label="Save"
          pendingLabel="Saving…"
          isPending={isSaving}
          isOff={json === null || differences.length === 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

interface UserEditChangesProps {
  readonly differences: readonly AttributeDifference[];
  readonly isReadable: boolean;
  readonly children: ReactNode;
}

function UserEditChanges({ differences, isReadable, children }: UserEditChangesProps) {
  return (
    <div className={classes.column}>
      <Text component="h3" size="xs" fw={500} mb={6}>
        Changes
      </Text>
      {differences.length === 0 ? (
        <Text c="dimmed">{isReadable ? 'No changes yet.' : 'Correct the JSON first.'}</Text>
      ) : (
        <>
          <Differences differences={differences} />
          {children}
        </>
      )}
    </div>
  );
}

function Differences({ differences }: { readonly differences: readonly AttributeDifference[] }) {
  return (
    <ul className={classes.differences}>
      {differences.map(({ pointer, kind, before, after }) => (
        <li key={pointer}>
          <Text size="xs" c="dimmed">
            <code>{pointer}</code> {kind}
          </Text>
          {kind !== 'added' && <del>{JSON.stringify(before)}</del>}
          {kind !== 'removed' && <ins>{JSON.stringify(after)}</ins>}
        </li>
      ))}
    </ul>
  );
}

interface UserEditConflictProps {
  readonly theirs: readonly AttributeDifference[];
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

function UserEditConflict({ theirs, onKeep, onTake }: UserEditConflictProps) {
  return (
    <EditConflict {...{ onKeep, onTake }}>
      <p>
        Someone else changed this user while you were editing.{' '}
        {theirs.length === 0
          ? 'They changed holdings; the attributes have not changed.'
          : 'Your changes were not saved. They changed:'}
      </p>
      {theirs.length > 0 && <Differences differences={theirs} />}
    </EditConflict>
  );
}

interface SavedEdit {
  readonly customId: string;
  readonly before: Attributes;
  readonly after: Attributes;
}

/** Restores only the attributes that an edit changed, unless any of them has changed again since. */
function undoEdit(client: QueryClient, saved: SavedEdit): Promise<void> {
  const { customId, before, after } = saved;
  return updateAside(client, customId, 'The change was not undone', async () => {
    const now = await client.fetchQuery({ ...userQueries.one(customId), staleTime: 0 });
    const attributes = attributesOf(now.user);
    const isUnchanged = sameJson(mergePatch(attributes, mergePatchOf(before, after)), attributes);
    if (!isUnchanged) throw new Error('the same attributes have changed again since.');
    return { json: JSON.stringify(mergePatchOf(after, before)), etag: now.etag };
  });
}
