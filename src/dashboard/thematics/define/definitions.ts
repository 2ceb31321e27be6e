import { mutationOptions } from '@tanstack/react-query';
import { deleteDefinition, putThematic } from '#contract/operations/thematics.ts';
import type { DatedDefinition, Thematic, ThematicDefinition } from '#contract/thematic.ts';
import { call } from '../../api/client.ts';
import { counts } from '../../holdings/statements.ts';
import { keys } from '../../portfolio/queryKeys.ts';

/** A definition that counts, with the instant (epoch ms) from which it does. */
export interface DefinitionInForce extends DatedDefinition {
  readonly since: number;
}

/** The definitions that count, ascending. One without a date is in force from the first price on. */
export function definitionsInForce(all: readonly DatedDefinition[]): DefinitionInForce[] {
  return all
    .filter(counts)
    .map((one) => ({ ...one, since: one.from === null ? 0 : Date.parse(one.from) }))
    .toSorted((a, b) => a.since - b.since);
}

const touched = (id: string) => [keys.thematics, keys.thematic(id)];

/** Defines a thematic or redefines it. */
export function defineThematic(id: string) {
  return mutationOptions({
    mutationFn: (body: ThematicDefinition) => call(putThematic, { params: { id }, body }),
    meta: { invalidates: touched(id) },
  });
}

/** States a definition again, outside of the form. */
export function restoreDefinition({ _id: id, name, description }: Thematic) {
  return mutationOptions({
    mutationFn: ({ tokens, from }: DatedDefinition) =>
      call(putThematic, {
        params: { id },
        body: {
          name,
          description,
          tokens: tokens.map(ownFields),
          ...(from === null ? {} : { from }),
        },
      }),
    meta: undoMeta(id),
  });
}

/** Takes the definition that begins at an instant back: the one before it is in force again. */
export function retractDefinition(id: string) {
  return mutationOptions({
    mutationFn: (from: string) => call(deleteDefinition, { params: { id, from } }),
    meta: { invalidates: touched(id), failure: 'The definition was not retracted' },
  });
}

const undoMeta = (id: string) => ({
  invalidates: touched(id),
  failure: 'The definition could not be undone',
});

interface Redefinition {
  readonly before: Thematic;
  /** The definition that the new one replaced, if any began at the same instant. */
  readonly replaced: DatedDefinition | undefined;
  readonly sent: ThematicDefinition;
  /** False: only its name or description changed. */
  readonly hasNewTokens: boolean;
}

/** Undoes a redefinition: constituents, name and description are as they were before. */
export function undoRedefinition({ before, replaced, sent, hasNewTokens }: Redefinition) {
  const { _id: id, name, description } = before;
  return mutationOptions({
    mutationFn: async () => {
      const { from } = sent;
      const isDated = hasNewTokens && from !== undefined;
      if (isDated && replaced === undefined) {
        await call(deleteDefinition, { params: { id, from } });
      }
      const body =
        isDated && replaced !== undefined
          ? { tokens: replaced.tokens.map(ownFields), from }
          : { tokens: weightsIn(before) };
      await call(putThematic, { params: { id }, body: { name, description, ...body } });
    },
    meta: undoMeta(id),
  });
}

const ownFields = ({ token, weight }: DatedDefinition['tokens'][number]) => ({ token, weight });

/** The constituents of a thematic as a definition names them. */
function weightsIn({ tokens }: Thematic): { token: string; weight: number }[] {
  return tokens.map(({ token, weight }) => ({ token: token._id, weight }));
}
