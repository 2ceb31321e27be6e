import { mutationOptions } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { createUser, putUser, updateUser } from '#contract/operations/users.ts';
import type { JsonObject } from '#contract/mergePatch.ts';
import type { WalletStatement } from '#contract/statement.ts';
import { call } from '../api/client.ts';
import type { SentRequest } from '../design/RequestPreview.tsx';
import { createOnly, updateRequest } from '../portfolio/mutations.ts';
import { keys } from '../portfolio/queryKeys.ts';

export interface NewUserDraft {
  readonly customId: string;
  readonly attributes: JsonObject;
  readonly wallets: readonly WalletStatement[];
}

/** If false, attributes follow in a second request, and there are no holdings. */
export interface CreationOptions {
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

export function creationRequests(
  draft: NewUserDraft,
  { isSingleRequest }: CreationOptions,
): SentRequest[] {
  const { customId } = draft;
  if (isSingleRequest) {
    const path = pathOf(putUser, { params: { id: customId } });
    return [{ method: putUser.method, path, text: JSON.stringify(bodyOf(draft)) }];
  }
  const create: SentRequest = {
    method: createUser.method,
    path: pathOf(createUser, {}),
    text: JSON.stringify({ customId }),
  };
  const update = attributesUpdate(draft);
  if (update === null) return [create];
  return [
    create,
    { ...updateRequest(customId, { ...update, etag: null }), text: JSON.stringify(update) },
  ];
}

/** The user exists, but the service rejected their attributes. Only these need to be sent again. */
export class AttributesNotSavedError extends Error {
  override readonly name = 'AttributesNotSavedError';
}

interface NewUserInput extends NewUserDraft, CreationOptions {
  /** The user exists, and only attributes remain to be sent. */
  readonly isCreated: boolean;
}

/** Never changes an existing user: the service answers 412. */
export const createUserMutation = mutationOptions({
  mutationFn: async ({ isSingleRequest, isCreated, ...draft }: NewUserInput) => {
    const { customId } = draft;
    const params = { id: customId };
    if (isSingleRequest) {
      await call(putUser, { params, body: bodyOf(draft) });
      return;
    }
    if (!isCreated) await call(createUser, { body: { customId }, headers: createOnly });
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
