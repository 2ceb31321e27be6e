import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { updateUser as updateUserOperation } from '#contract/operations/users.ts';
import { callWithHeaders } from '../api/client.ts';
import { notify } from '../design/notify.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import type { SentRequest } from '../design/WhatIsSent.tsx';
import { keys } from './queryKeys.ts';

/** Runs a mutation outside of a component, such as an undo. The mutation cache reports a failure. */
export async function runMutation<Data, Variables>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<void> {
  const mutation = client.getMutationCache().build(client, options);
  await mutation.execute(variables).catch(() => {});
}

/** The header of what is created and may not change what is there: 412 then. */
export const createOnly = { 'If-None-Match': '*' };

/** A change of a user: of attributes, of holdings, or of both. */
export interface UserChange {
  /** The text of the merge patch. */
  readonly json: string;
  /** Of the user as it was when the edit began; a user changed since is refused with 412. */
  readonly etag: string | null;
}

/** Changes a user; `failure` is reported where no form shows it. */
export function updateUser(customId: string, failure?: string) {
  return mutationOptions({
    mutationFn: (update: UserChange) => sendUpdate(customId, update),
    meta: {
      invalidates: [keys.user(customId), keys.directory],
      ...(failure === undefined ? {} : { failure }),
    },
  });
}

/** Sends one change; the user as it is then. What a connected service did not take as it was sent is a notice. */
export async function sendUpdate(customId: string, { json, etag }: UserChange) {
  const params = { id: customId };
  const input = { params, body: { json }, headers: ifMatch(etag) };
  const { body, headers } = await callWithHeaders(updateUserOperation, input);
  for (const sentence of parseResponseNotes(headers.get(responseNotesHeader))?.notes ?? [])
    notify(sentence);
  return body;
}

/** Changes a user outside of any form, such as to undo an edit. A failure, of `make` too, is a notice that begins with `failure`. */
export function updateAside(
  client: QueryClient,
  customId: string,
  failure: string,
  make: () => UserChange | Promise<UserChange>,
): Promise<void> {
  const { meta } = updateUser(customId, failure);
  const mutationFn = async () => sendUpdate(customId, await make());
  return runMutation<unknown, void>(client, { mutationFn, ...(meta && { meta }) }, undefined);
}

/** The request that changes a user, as it is shown before it is sent. */
export function updateRequest(customId: string, { json, etag }: UserChange): SentRequest {
  return {
    method: updateUserOperation.method,
    path: pathOf(updateUserOperation, { params: { id: customId } }),
    headers: ifMatch(etag),
    text: json,
  };
}

/** The header that binds a change to what was read: changed since, it is refused with 412. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}
