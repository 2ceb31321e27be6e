import { mutationOptions } from '@tanstack/react-query';
import { sameJson } from '#contract/mergePatch.ts';
import {
  deleteDefinition,
  getDefinitions,
  getThematic,
  putThematic,
} from '#contract/operations/thematics.ts';
import { isInEffect } from '#contract/statement.ts';
import type { DatedDefinition, Thematic, ThematicDefinition } from '#contract/thematic.ts';
import { call, callWithHeaders } from '../../api/client.ts';
import { hasCode } from '../../api/errors.ts';
import { createOnly, ifMatch } from '../../portfolio/mutations.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { targetsOf } from '../../portfolio/targets.ts';

export interface DefinitionBase {
  /** null: a new thematic. */
  readonly thematic: Thematic | null;
  readonly definitions: readonly DatedDefinition[];
  /** ETag of definitions, name and description; null if the service sends none. */
  readonly etag: string | null;
}

export const newDefinition: DefinitionBase = { thematic: null, definitions: [], etag: null };

/** Fetches the definitions first, so that the service rejects the edit if anything changed after their ETag. */
export async function readDefinition(id: string) {
  const params = { id };
  const { body, headers } = await callWithHeaders(getDefinitions, { params });
  const thematic = await call(getThematic, { params });
  return { thematic, definitions: body, etag: headers.get('ETag') } satisfies DefinitionBase;
}

/** A definition in effect from `since` (epoch ms). */
export interface DefinitionInEffect extends DatedDefinition {
  readonly since: number;
}

/** Returns the definitions in effect, ascending. One without a date starts with the first price. */
export function definitionsInEffect(all: readonly DatedDefinition[]): DefinitionInEffect[] {
  return all
    .filter(isInEffect)
    .map((one) => ({ ...one, since: one.from === null ? 0 : Date.parse(one.from) }))
    .toSorted((a, b) => a.since - b.since);
}

const affectedKeys = (id: string) => [keys.thematics, keys.thematic(id)];

/** The service rejects the edit if the thematic has changed since. */
export const preconditionOf = ({ thematic, etag }: DefinitionBase) =>
  thematic === null ? createOnly : ifMatch(etag);

export interface DefinitionChange {
  readonly body: ThematicDefinition;
  readonly base: DefinitionBase;
}

export function defineThematic(id: string) {
  return mutationOptions({
    mutationFn: ({ body, base }: DefinitionChange) => put(id, body, preconditionOf(base)),
    meta: { invalidates: affectedKeys(id) },
  });
}

async function put(
  id: string,
  body: ThematicDefinition,
  condition: Readonly<Record<string, string>>,
) {
  const input = { params: { id }, body, headers: condition };
  return (await callWithHeaders(putThematic, input)).headers.get('ETag');
}

async function withdraw(id: string, from: string, etag: string | null) {
  const input = { params: { id, from }, headers: ifMatch(etag) };
  return (await callWithHeaders(deleteDefinition, input)).headers.get('ETag');
}

function redefine(
  { _id: id, name, description }: Thematic,
  { tokens, from }: Pick<DatedDefinition, 'tokens' | 'from'>,
  etag: string | null,
) {
  const body = { name, description, tokens: tokens.map(ownFields) };
  return put(id, from === null ? body : { ...body, from }, ifMatch(etag));
}

/** Reports a conflict as an error, since no form shows the other change. */
async function unlessChanged<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    throw hasCode(error, 'precondition-failed') ? changedMeanwhile() : error;
  }
}

const changedMeanwhile = () => new Error('someone else changed the thematic.');

interface DefinitionToRestore {
  readonly definition: DatedDefinition;
  readonly etag: string | null;
}

export function restoreDefinition(id: string) {
  return mutationOptions({
    mutationFn: ({ definition, etag }: DefinitionToRestore) =>
      unlessChanged(async () => {
        const { thematic } = await readDefinition(id);
        return redefine(thematic, definition, etag);
      }),
    meta: undoMeta(id),
  });
}

/**
 * Withdraws a definition, so that the previous one applies again. Fetches it first and changes nothing if someone else
 * changed it.
 */
export function withdrawDefinition(id: string) {
  return mutationOptions({
    mutationFn: (shown: DefinitionInEffect & { readonly from: string }) =>
      unlessChanged(async () => {
        const { definitions, etag } = await readDefinition(id);
        const now = definitionsInEffect(definitions).find(({ since }) => since === shown.since);
        if (now?.statedAt !== shown.statedAt || !sameJson(now.tokens, shown.tokens)) {
          throw changedMeanwhile();
        }
        return withdraw(id, shown.from, etag);
      }),
    meta: { invalidates: affectedKeys(id), failure: 'The definition was not withdrawn' },
  });
}

const undoMeta = (id: string) => ({
  invalidates: affectedKeys(id),
  failure: 'The change could not be undone',
});

interface Redefinition {
  readonly before: Thematic;
  readonly replaced: DatedDefinition | undefined;
  readonly sent: ThematicDefinition;
  /** False: only name or description changed. */
  readonly hasNewTokens: boolean;
  readonly etag: string | null;
}

export function undoRedefinition({ before, replaced, sent, hasNewTokens, etag }: Redefinition) {
  const { _id: id } = before;
  const undo = async () => {
    const from = hasNewTokens ? (sent.from ?? null) : null;
    if (from !== null && replaced !== undefined) {
      await redefine(before, { ...replaced, from }, etag);
      return;
    }
    const now = from === null ? etag : await withdraw(id, from, etag);
    const tokens = Array.from(targetsOf(before) ?? [], ([token, weight]) => ({ token, weight }));
    await redefine(before, { tokens, from: null }, now);
  };
  return mutationOptions({ mutationFn: () => unlessChanged(undo), meta: undoMeta(id) });
}

export const ownFields = ({ token, weight }: DatedDefinition['tokens'][number]) => ({
  token,
  weight,
});
