import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { updateUser as updateUserOperation } from '#contract/operations/users.ts';
import type { SentRequest } from '../ui/WhatIsSent.tsx';
import { call } from './client.ts';

/** A change of a user: of attributes, of holdings, or of both. */
export interface UserUpdate {
  /** The text of the merge patch. */
  readonly json: string;
  /** Of the user as it was when the edit began; a user changed since is refused with 412. */
  readonly etag: string | null;
}

/** Changes a user; `failure` is said where no form shows it. */
export function updateUser(customId: string, failure?: string) {
  return mutationOptions({
    mutationFn: (update: UserUpdate) => sendUpdate(customId, update),
    meta: {
      invalidates: [['user', customId], ['users']],
      ...(failure === undefined ? {} : { failure }),
    },
  });
}

/** Sends one change; the user as it is then. */
export function sendUpdate(customId: string, { json, etag }: UserUpdate) {
  const params = { id: customId };
  return call(updateUserOperation, { params, body: { json }, headers: ifMatch(etag) });
}

/**
 * Changes a user outside of any form, such as to take an edit back. Nobody waits for it: a failure, of `make` too, is told as
 * a notice that begins with `failure`.
 */
export async function updateAside(
  client: QueryClient,
  customId: string,
  failure: string,
  make: () => UserUpdate | Promise<UserUpdate>,
): Promise<void> {
  const { meta } = updateUser(customId, failure);
  const change = client.getMutationCache().build<unknown, Error, void, unknown>(client, {
    mutationFn: async () => sendUpdate(customId, await make()),
    ...(meta === undefined ? {} : { meta }),
  });
  await change.execute().catch(() => {});
}

/** The request that changes a user, as it is shown before it is sent. */
export function updateRequest(customId: string, { json, etag }: UserUpdate): SentRequest {
  return {
    method: updateUserOperation.method,
    path: pathOf(updateUserOperation, { params: { id: customId } }),
    headers: ifMatch(etag),
    text: json,
  };
}

function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}
