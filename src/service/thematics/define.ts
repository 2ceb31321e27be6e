import { eq } from 'drizzle-orm';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import type { Thematic, ThematicDefinition } from '#contract/thematic.ts';
import { customIdFault } from '#contract/user.ts';
import type { Database, Queries } from '../database/database.ts';
import { thematics, type TargetWeight, type ThematicRow } from '../database/schema.ts';
import { isStorable } from '../database/text.ts';
import type { EventLog, NewEvent } from '../events/log.ts';
import { sentence } from '../http/body.ts';
import type { Market } from '../market/market.ts';
import { problem } from '../problem.ts';
import { sameJson } from '../users/patch.ts';

const weightTolerance = 1e-9;

/** Refuses a definition whose tokens are unknown or twice, or whose weights do not sum to 1. */
export function checkDefinition(
  market: Market,
  id: string,
  { name, description, tokens }: ThematicDefinition,
): void {
  const errors: ProblemFault[] = [];
  // The interface does not say what a thematic's id may be: ours may be what a customId may be.
  const fault = customIdFault(id);
  if (fault !== null) errors.push({ pointer: '/id', detail: fault });
  for (const [place, text] of Object.entries({ name, description: description ?? '' })) {
    if (!isStorable(text)) {
      errors.push({ pointer: pointer([place]), detail: 'holds a character that cannot be kept' });
    }
  }
  const seen = new Set<string>();
  for (const [index, { token }] of tokens.entries()) {
    const place = pointer(['tokens', index, 'token']);
    if (market.token(token) === undefined) {
      errors.push({ pointer: place, detail: `there is no token ${JSON.stringify(token)}` });
    }
    if (seen.has(token))
      errors.push({ pointer: place, detail: `the token ${token} is given twice` });
    seen.add(token);
  }
  const sum = tokens.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) > weightTolerance) {
    errors.push({ pointer: '/tokens', detail: `the weights sum to ${sum}; they must sum to 1` });
  }
  if (errors.length > 0) throw problem('invalid-thematic', sentence(errors), { errors });
}

/** What a thematic is to be. */
export interface DefinedThematic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tokens: TargetWeight[];
}

export type Definition = 'created' | 'updated' | 'kept';

/** Writes a thematic inside a transaction; its event is the caller's. `before` is what stood there. */
export async function writeThematic(
  tx: Queries,
  defined: DefinedThematic,
  at: number,
): Promise<{ outcome: Definition; row: ThematicRow; before: ThematicRow | undefined }> {
  const { id, name, description, tokens } = defined;
  // Of any number at once that define the same new one, one makes it; the others wait for it and find it.
  const [made] = await tx
    .insert(thematics)
    .values({ id, name, description, tokens, source: 'stored', createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: thematics.id })
    .returning();
  if (made !== undefined) return { outcome: 'created', row: made, before: undefined };
  const [before] = await tx.select().from(thematics).where(eq(thematics.id, id)).for('update');
  if (before === undefined) throw new Error(`The thematic ${id} is neither there nor to be made`);
  const same =
    before.name === name && before.description === description && sameJson(before.tokens, tokens);
  if (same) return { outcome: 'kept', row: before, before };
  const [row] = await tx
    .update(thematics)
    .set({ name, description, tokens, updatedAt: at })
    .where(eq(thematics.id, id))
    .returning();
  return { outcome: 'updated', row: row ?? before, before };
}

/** The event of a thematic that was created, or updated from what it was before. */
export function thematicEvent(
  outcome: 'created' | 'updated',
  before: ThematicRow | undefined,
  thematic: Thematic,
): NewEvent {
  const previous =
    before === undefined
      ? {}
      : {
          previous: {
            name: before.name,
            description: before.description,
            tokens: before.tokens,
          },
        };
  return {
    type: `thematic.${outcome}`,
    subject: thematic._id,
    data: { ...thematic, ...previous },
  };
}

/** Defines a thematic or redefines it, with its event, in one transaction. */
export function defineThematic(
  { database, events }: { readonly database: Database; readonly events: EventLog },
  defined: DefinedThematic,
  at: number,
  show: (row: ThematicRow) => Thematic,
): Promise<{ outcome: Definition; row: ThematicRow }> {
  return database.transaction(async (tx) => {
    const { outcome, row, before } = await writeThematic(tx, defined, at);
    if (outcome !== 'kept') {
      await events.append(tx, at, [thematicEvent(outcome, before, show(row))]);
    }
    return { outcome, row };
  });
}
