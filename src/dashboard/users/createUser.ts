import { mutationOptions } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { user } from '#contract/user.ts';
import { send } from '../shared/api/client.ts';
import type { SentRequest } from '../shared/ui/WhatIsSent.tsx';

/** What the form for a new user holds. */
export interface NewUser {
  readonly customId: string;
  /** Empty: none. */
  readonly name: string;
}

/** One request to the service, as it will be sent. */
interface Step {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: Record<string, string>;
}

/** What creating a user sends: the user, and then its name where there is one. */
function stepsOf({ customId, name }: NewUser): { create: Step; rename: Step | null } {
  const json = JSON.stringify({ name: name.trim() });
  return {
    create: { method: 'PUT', path: paths.users(), body: { customId } },
    rename:
      name.trim() === '' ? null : { method: 'POST', path: paths.user(customId), body: { json } },
  };
}

/** The same as it is shown before it is sent. */
export function requestsOf(newUser: NewUser): SentRequest[] {
  const { create, rename } = stepsOf(newUser);
  const steps = rename === null ? [create] : [create, rename];
  return steps.map(({ method, path, body }) => ({ method, path, text: JSON.stringify(body) }));
}

/** The user is there, but its name is not: the form says so and sends the name alone again. */
export class NameNotSavedError extends Error {
  override readonly name = 'NameNotSavedError';
}

/** Creates a user and never takes one that exists: the answer is 412 then. */
export const createUser = mutationOptions({
  mutationFn: async ({ isCreated, ...newUser }: NewUser & { readonly isCreated: boolean }) => {
    const { create, rename } = stepsOf(newUser);
    if (!isCreated) {
      await send({ ...create, schema: user, headers: { 'If-None-Match': '*' } });
    }
    if (rename === null) return;
    try {
      await send({ ...rename, schema: user });
    } catch (cause) {
      throw new NameNotSavedError('The user was created, but the name could not be saved.', {
        cause,
      });
    }
  },
  meta: { invalidates: [['users']] },
});
