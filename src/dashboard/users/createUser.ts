import { mutationOptions } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { createUser as createEmptyUser, putUser, updateUser } from '#contract/operations/users.ts';
import type { JsonObject } from '#contract/mergePatch.ts';
import type { WalletStatement } from '#contract/statement.ts';
import { call } from '../api/client.ts';
import type { SentRequest } from '../design/WhatIsSent.tsx';
import { createOnly, updateRequest } from '../portfolio/mutations.ts';
import { keys } from '../portfolio/queryKeys.ts';

/** A new user as its form holds it. */
export interface NewUserDraft {
  readonly customId: string;
  readonly attributes: JsonObject;
  readonly wallets: readonly WalletStatement[];
}

/** Whether the service takes all of a new user at once; else its attributes follow in a second request, and no holdings. */
export interface CreationWay {
  readonly isSingleRequest: boolean;
}

function bodyOf({ attributes, wallets }: NewUserDraft) {
  return {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(wallets.length > 0 && { wallets: [...wallets] }),
  };
}

function attributesUpdate({ attributes }: NewUserDraft): { readonly json: string } | null {
  return Object.keys(attributes).length === 0 ? null : { json: JSON.stringify(attributes) };
}

/** The requests that create a user, as they are shown before they are sent. */
export function creationRequests(
  draft: NewUserDraft,
  { isSingleRequest }: CreationWay,
): SentRequest[] {
  const { customId } = draft;
  if (isSingleRequest) {
    const path = pathOf(putUser, { params: { id: customId } });
    return [{ method: putUser.method, path, text: JSON.stringify(bodyOf(draft)) }];
  }
  const create: SentRequest = {
    method: createEmptyUser.method,
    path: pathOf(createEmptyUser, {}),
    text: JSON.stringify({ customId }),
  };
  const update = attributesUpdate(draft);
  if (update === null) return [create];
  return [
    create,
    { ...updateRequest(customId, { ...update, etag: null }), text: JSON.stringify(update) },
  ];
}

/** The user was created in a request of its own, but its attributes were refused: they can be sent again alone. */
export class AttributesNotSavedError extends Error {
  override readonly name = 'AttributesNotSavedError';
}

interface Creation extends NewUserDraft, CreationWay {
  /** It was created, and only its attributes are still to be sent. */
  readonly isCreated: boolean;
}

/** Creates a user and never takes one that exists: the answer is 412 then. */
export const createUser = mutationOptions({
  mutationFn: async ({ isSingleRequest, isCreated, ...draft }: Creation) => {
    const { customId } = draft;
    const params = { id: customId };
    if (isSingleRequest) {
      await call(putUser, { params, body: bodyOf(draft) });
      return;
    }
    if (!isCreated) await call(createEmptyUser, { body: { customId }, headers: createOnly });
    const update = attributesUpdate(draft);
    if (update === null) return;
    try {
      await call(updateUser, { params, body: update });
    } catch (cause) {
      const lead = 'The user was created, but the attributes could not be saved.';
      throw new AttributesNotSavedError(lead, { cause });
    }
  },
  meta: { invalidates: [keys.directory] },
});
