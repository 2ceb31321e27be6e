import { Box, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../design/Dialog.tsx';
import { EditConflict } from '../design/EditConflict.tsx';
import { focusFirstFault, focusFirstField } from '../design/focusFirstFault.ts';
import { SubmitFoot } from '../design/FormFoot.tsx';
import { Refusal } from '../design/NoteLine.tsx';
import { Query } from '../design/Panel.tsx';
import { type SentRequest, RequestPreview } from '../design/RequestPreview.tsx';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import type { HoldingChange, KnownTokens } from './draft.ts';
import classes from './LinesForm.module.css';
import { type RowsEditing, TokenRows, type TokenRowsProps } from './TokenRows.tsx';

interface LinesDialogProps<T> {
  readonly title: string;
  /** Loads the initial content. `what` names it in an error. */
  readonly query: UseQueryResult<T>;
  readonly what: string;
  readonly onClose: () => void;
  readonly children: (opened: T, onDirty: (isDirty: boolean) => void) => ReactNode;
}

export function LinesDialog<T>({ title, query, what, onClose, children }: LinesDialogProps<T>) {
  const [isDirty, setDirty] = useState(false);
  const thematics = useQuery(thematicQueries.names());
  const tokens = useQuery(tokenQueries.all());
  const loading = <Box h={240} />;
  return (
    <Dialog {...{ title, isDirty, onClose }} size="wide">
      <Query query={thematics} what="The thematics" loading={loading}>
        {() => (
          <Query {...{ query, what, loading }}>
            {(opened) => (
              <Query query={tokens} what="The tokens" loading={loading}>
                {() => children(opened, setDirty)}
              </Query>
            )}
          </Query>
        )}
      </Query>
    </Dialog>
  );
}

export interface LinesEditing extends RowsEditing {
  readonly changes: readonly HoldingChange[] | null;
  readonly isDirty: boolean;
  /** Reason why the form cannot be sent, if no line shows it. */
  readonly whyNot: string | null;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  /** Error from the service, and its faults that belong to no field. */
  readonly error: Error | null;
  readonly otherFaults: readonly string[];
  readonly submit: (onFault: () => void) => void;
  /** Lines that someone else changed meanwhile. null: no conflict. */
  readonly theirs: readonly HoldingChange[] | null;
  /** Continues from the newer version, with or without the typed changes. */
  readonly resolveConflict: (keepsMine: boolean) => void;
}

interface LinesFormProps extends Omit<TokenRowsProps, 'edit' | 'isSubmitted'> {
  readonly edit: LinesEditing;
  readonly fields: ReactNode;
  readonly tools: ReactNode;
  readonly changesTitle: string;
  readonly noChanges: string;
  readonly write: (value: number) => string;
  readonly consequence: ReactNode;
  /** `what`: noun for the content. `text`: introduces the changed lines. `others`: changes besides lines. */
  readonly conflict: { readonly what: string; readonly text: string; readonly others?: ReactNode };
  readonly request: SentRequest | null;
  readonly submitLabel: string;
  readonly onClose: () => void;
  readonly onDirty: (isDirty: boolean) => void;
}

export function LinesForm(props: LinesFormProps) {
  const { edit, conflict, request, write, onClose, onDirty } = props;
  const { changes, theirs, known, isDirty } = edit;
  const [isSubmitted, setSubmitted] = useState(false);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <>
      {theirs !== null && (
        <EditConflict
          onKeep={() => edit.resolveConflict(true)}
          onTake={() => edit.resolveConflict(false)}
        >
          <p>
            Someone else changed this {conflict.what} while you were editing. Your changes were not
            saved. {conflict.text}
          </p>
          {conflict.others}
          <ChangeList changes={theirs} {...{ known, write }} />
        </EditConflict>
      )}
      <form
        ref={focusFirstField}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          setSubmitted(true);
          edit.submit(() => focusFirstFault(form));
        }}
        noValidate
      >
        <div className={classes.columns}>
          <Stack>
            {props.fields}
            <TokenRows {...props} isSubmitted={isSubmitted} />
            <Stack gap="xs" className={classes.tools}>
              {props.tools}
            </Stack>
          </Stack>
          <Stack miw={0}>
            <div>
              <h3>{props.changesTitle}</h3>
              {changes === null ? (
                <Text c="dimmed">Correct the marked lines first.</Text>
              ) : changes.length === 0 ? (
                <Text c="dimmed">{props.noChanges}</Text>
              ) : (
                <ChangeList {...{ changes, known, write }} />
              )}
              {props.consequence}
            </div>
            {request !== null && <RequestPreview requests={[request]} />}
          </Stack>
        </div>
        {edit.error !== null && (
          <Box mt="sm">
            <Refusal lead="Nothing was saved:" error={edit.error}>
              {edit.otherFaults.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </Refusal>
          </Box>
        )}
        <SubmitFoot
          label={props.submitLabel}
          pendingLabel="Saving…"
          isPending={edit.isSaving}
          isOff={!edit.canSave}
          onClose={onClose}
        >
          {edit.whyNot !== null && (
            <Text span fz="xs" c="dimmed">
              {edit.whyNot}
            </Text>
          )}
        </SubmitFoot>
      </form>
    </>
  );
}

const maxListed = 100;

interface ChangeListProps {
  readonly changes: readonly HoldingChange[];
  readonly known: KnownTokens;
  readonly write: (value: number) => string;
}

export function ChangeList({ changes, known, write }: ChangeListProps) {
  const format = useFormat();
  if (changes.length === 0) return null;
  return (
    <ul className={classes.differences}>
      {changes.slice(0, maxListed).map(({ token, kind, before, after }) => (
        <li key={token}>
          <b title={token}>{known.byId.get(token)?.symbol ?? token}</b> <em>{kind}</em>
          <span>
            {before !== null && <del>{write(before)}</del>}{' '}
            {after !== null && <ins>{write(after)}</ins>}
          </span>
        </li>
      ))}
      {changes.length > maxListed && <li>and {format.number(changes.length - maxListed)} more</li>}
    </ul>
  );
}

interface ConsequenceProps {
  readonly label: string;
  readonly figure: string;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function Consequence({ label, figure, beside, children }: ConsequenceProps) {
  return (
    <div>
      <Text component="dt" fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fz="lg" fw={500}>
        {figure}{' '}
        <Text span fz="xs" fw={400} c="var(--ink-2)">
          {beside}
        </Text>
      </Text>
      {children}
    </div>
  );
}
