import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import { hasCode } from '../shared/api/errors.ts';
import { type TaggedUser, userQuery } from '../shared/api/portfolio.ts';
import { formatCount } from '../shared/format/number.ts';
import { notify } from '../shared/notices.ts';
import { Button } from '../shared/ui/Button.tsx';
import { Dialog } from '../shared/ui/Dialog.tsx';
import { updateUser } from './updateUser.ts';
import {
  attributesOf,
  differencesOf,
  mergePatchOf,
  patched,
  readAttributes,
} from './userAttributes.ts';
import classes from './UserEdit.module.css';
import { UserEditChanges } from './UserEditChanges.tsx';
import { UserEditConflict } from './UserEditConflict.tsx';
import { UserEditFaults } from './UserEditFaults.tsx';

interface UserEditProps {
  /** The user as it is now; the edit starts from it and keeps it, however often the page asks again. */
  readonly opened: TaggedUser;
  readonly onClose: () => void;
}

/** The attributes of a user as JSON: what was typed, what it changes, and the text that will be sent. */
export function UserEdit({ opened, onClose }: UserEditProps) {
  const [base, setBase] = useState(opened);
  const [newer, setNewer] = useState<TaggedUser | null>(null);
  const before = useMemo(() => attributesOf(base.user), [base]);
  const [text, setText] = useState(() => textOf(before));
  const [isSubmitted, setSubmitted] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);
  const queryClient = useQueryClient();
  const { customId } = base.user;
  const update = useMutation(updateUser(customId));

  const { attributes, faults } = useMemo(() => readAttributes(text), [text]);
  const differences = attributes === null ? [] : differencesOf(before, attributes);
  const json = attributes === null ? null : textOf(mergePatchOf(before, attributes));
  const isDirty = text !== textOf(before);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (json === null) editor.current?.focus();
    if (json === null || differences.length === 0 || update.isPending) return;
    update.mutate(
      { json, etag: base.etag },
      {
        onSuccess: () => {
          notify(`${customId} saved, ${counted(differences.length)} changed`);
          onClose();
        },
        onError: (error) => {
          if (hasCode(error, 'precondition-failed')) {
            void queryClient.fetchQuery({ ...userQuery(customId), staleTime: 0 }).then(setNewer);
          } else editor.current?.focus();
        },
      },
    );
  };
  /** Goes on from the newer user, with what was typed on top of it or without. */
  const goOn = (from: TaggedUser, patch: Record<string, unknown>) => {
    setBase(from);
    setText(textOf(patched(attributesOf(from.user), patch)));
    setNewer(null);
    update.reset();
  };
  return (
    <Dialog title={`Attributes of ${customId}`} size="wide" isDirty={isDirty} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {newer !== null && (
          <UserEditConflict
            theirs={differencesOf(before, attributesOf(newer.user))}
            onKeep={() => goOn(newer, attributes === null ? {} : mergePatchOf(before, attributes))}
            onTake={() => goOn(newer, {})}
          />
        )}
        <div className={classes.columns}>
          <div className={classes.column}>
            <label htmlFor="attributes">JSON</label>
            <textarea
              ref={editor}
              id="attributes"
              className={classes.editor}
              value={text}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={isSubmitted && faults.length > 0}
              aria-describedby="attribute-faults"
              onChange={(event) => setText(event.target.value)}
            />
            <UserEditFaults
              id="attribute-faults"
              faults={faults}
              error={newer === null ? update.error : null}
            />
          </div>
          <UserEditChanges differences={differences} json={json} />
        </div>
        <div className={classes.actions}>
          <Button
            type="submit"
            variant="filled"
            aria-disabled={update.isPending || json === null || differences.length === 0}
          >
            {update.isPending ? 'Saving…' : 'Save'}
          </Button>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function counted(count: number): string {
  return count === 1 ? '1 attribute' : `${formatCount(count)} attributes`;
}
