import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { updateUser as updateUserOperation } from '#contract/operations/users.ts';
import { callWithHeaders } from '../api/client.ts';
import { notify } from '../design/notify.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import type { SentRequest } from '../design/RequestPreview.tsx';
import { keys } from './queryKeys.ts';

export async function runMutation<Data, Variables, Context = unknown>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables, Context>,
  variables: Variables,
): Promise<void> {
  const mutation = client.getMutationCache().build(client, options);
  await mutation.execute(variables).catch(() => {});
}

/** The service answers 412 if the resource exists. */
export const createOnly = { 'If-None-Match': '*' };

export interface UserChange {
  /** JSON merge patch. */
  readonly json: string;
  /** ETag when the edit began. The service answers 412 if the user has changed since. */
  readonly etag: string | null;
}

/** `failure` is reported if no form shows the error. */
export function updateUser(customId: string, failure?: string) {
  return mutationOptions({
    mutationFn: (update: UserChange) => sendUpdate(customId, update),
    meta: {
      invalidates: [keys.user(customId), keys.directory],
      ...(failure === undefined ? {} : { failure }),
    },
  });
}

/** Returns the updated user. Notices list what a connected service did not accept as sent. */
export async function sendUpdate(customId: string, { json, etag }: UserChange) {
  const params = { id: customId };
  const input = { params, body: { json }, headers: ifMatch(etag) };
  const { body, headers } = await callWithHeaders(updateUserOperation, input);
  for (const sentence of parseResponseNotes(headers.get(responseNotesHeader))?.notes ?? [])
    notify(sentence);
  return body;
}

/**
 * Changes a user without a form, for example for Undo. Failures, including those of `make`, become notices that begin with
 * `failure`.
 */
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

export function updateRequest(customId: string, { json, etag }: UserChange): SentRequest {
  return {
    method: updateUserOperation.method,
    path: pathOf(updateUserOperation, { params: { id: customId } }),
    headers: ifMatch(etag),
    text: json,
  };
}

/** The service answers 412 if the resource has changed since. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}
