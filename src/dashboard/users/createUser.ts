import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { createUser as createUserOperation, updateUser } from '#contract/operations/users.ts';
import { fold } from '#contract/search.ts';
import { call } from '../api/client.ts';
import type { SentRequest } from '../design/WhatIsSent.tsx';
import { keys } from '../portfolio/keys.ts';

/** What the form for a new user holds. */
export interface NewUser {
  readonly customId: string;
  /** Empty: none. */
  readonly name: string;
}

const createOnly = { 'If-None-Match': '*' };

function nameUpdate(name: string): { readonly json: string } | null {
  return name.trim() === '' ? null : { json: JSON.stringify({ name: name.trim() }) };
}

/** What creating a user sends, as it is shown before: the user, and then its name where there is one. */
export function requestsOf({ customId, name }: NewUser): SentRequest[] {
  const update = nameUpdate(name);
  const create: SentRequest = {
    method: createUserOperation.method,
    path: pathOf(createUserOperation, {}),
    text: JSON.stringify({ customId }),
  };
  if (update === null) return [create];
  const path = pathOf(updateUser, { params: { id: customId } });
  return [create, { method: updateUser.method, path, text: JSON.stringify(update) }];
}

/** The user is there, but its name is not: the form says so and sends the name alone again. */
export class NameNotSavedError extends Error {
  override readonly name = 'NameNotSavedError';
}

/** Creates a user and never takes one that exists: the answer is 412 then. */
export const createUser = mutationOptions({
  mutationFn: async ({ isCreated, ...newUser }: NewUser & { readonly isCreated: boolean }) => {
    const { customId, name } = newUser;
    if (!isCreated) {
      await call(createUserOperation, { body: { customId }, headers: createOnly });
    }
    const update = nameUpdate(name);
    if (update === null) return;
    try {
      await call(updateUser, { params: { id: customId }, body: update });
    } catch (cause) {
      throw new NameNotSavedError('The user was created, but the name could not be saved.', {
        cause,
      });
    }
  },
  meta: { invalidates: [keys.directory] },
});

const lettersOf = (customId: string) => fold(customId).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Ids of users that differ from this one in case and punctuation at most. */
export function similarUsers(customId: string) {
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
