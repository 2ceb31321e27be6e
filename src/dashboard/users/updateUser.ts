import { mutationOptions } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { user } from '#contract/user.ts';
import { send } from '../shared/api/client.ts';

/** A change of a user's attributes, as it will be sent. */
export interface UserUpdate {
  readonly customId: string;
  /** The text of the merge patch. */
  readonly json: string;
  /** Of the user as it was when the edit began; a user changed since is refused with 412. */
  readonly etag: string | null;
}

/** Changes a user's attributes. */
export function updateUser(customId: string) {
  return mutationOptions({
    mutationFn: ({ json, etag }: Omit<UserUpdate, 'customId'>) =>
      send({
        method: 'POST',
        path: paths.user(customId),
        body: { json },
        schema: user,
        headers: etag === null ? {} : { 'If-Match': etag },
      }),
    meta: { invalidates: [['user', customId], ['users']] },
  });
}
