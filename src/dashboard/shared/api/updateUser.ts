import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { user } from '#contract/user.ts';
import { send } from './client.ts';

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
  return send({ ...updateRequest(customId, etag), body: { json }, schema: user });
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

interface UpdateRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request that changes a user, but for its body. */
export function updateRequest(customId: string, etag: string | null): UpdateRequest {
  const headers: Record<string, string> = etag === null ? {} : { 'If-Match': etag };
  return { method: 'POST', path: paths.user(customId), headers };
}
