import { eq } from 'drizzle-orm';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import type { Thematic, ThematicDefinition } from '#contract/thematic.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { customIdFault } from '#contract/user.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  thematicDefinitions,
  thematics,
  type TargetWeight,
} from '#platform/database/schema/portfolio.ts';
import { isStorable } from '#platform/database/text.ts';
import type { NewEvent } from '../events/message.ts';
import { sentence } from '#platform/http/body.ts';
import type { Market } from '../prices/market.ts';
import { problem } from '#platform/http/problem.ts';
import { showDefinitions, type ShownDefinitions } from './definitionView.ts';
import type { Dependencies } from './dependencies.ts';
import { inceptionOf, tokensAt } from '#figures/levels.ts';
import {
  findThematic,
  lockThematic,
  sinceBeginning,
  textsOf,
  type StoredThematic,
  type ThematicTexts,
} from './thematicStore.ts';
import { sameJson } from '#contract/mergePatch.ts';

const weightTolerance = 1e-9;

/** Rejects a definition with unknown or repeated tokens, or with weights that are not above 0 with a sum of 1. */
export function checkDefinition(
  market: Market,
  id: string,
  { tokens, description = '', ...rest }: ThematicDefinition,
): void {
  const errors: ProblemFault[] = [];
  const fault = customIdFault(id);
  if (fault !== null) errors.push({ pointer: '/id', detail: fault });
  for (const [place, text] of Object.entries(textsOf({ ...rest, description }))) {
    if (!isStorable(text)) {
      errors.push({
        pointer: pointer([place]),
        detail: 'contains a character that cannot be stored',
      });
    }
  }
  const seen = new Set<string>();
  for (const [index, { token, weight }] of tokens.entries()) {
    const place = pointer(['tokens', index, 'token']);
    if (!(weight > 0)) {
      const detail = `the weight is ${weight}; it must be over 0`;
      errors.push({ pointer: pointer(['tokens', index, 'weight']), detail });
    }
    if (market.token(token) === undefined) {
      errors.push({ pointer: place, detail: `there is no token ${JSON.stringify(token)}` });
    }
    if (seen.has(token)) errors.push({ pointer: place, detail: `the token ${token} occurs twice` });
    seen.add(token);
  }
  const sum = tokens.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) > weightTolerance) {
    errors.push({ pointer: '/tokens', detail: `the weights sum to ${sum}; they must sum to 1` });
  }
  if (errors.length > 0) throw problem('invalid-thematic', sentence(errors), { errors });
}

export interface DefinedThematic extends Readonly<ThematicTexts> {
  readonly id: string;
  readonly tokens: TargetWeight[];
  /**
   * Start of the definition (epoch ms); default: a new thematic is backfilled, an existing one is redefined from the
   * as-of instant on.
   */
  readonly from?: number | undefined;
}

export type WriteOutcome = 'created' | 'updated' | 'kept';

export interface WrittenThematic {
  readonly outcome: WriteOutcome;
  readonly row: StoredThematic;
  readonly before: StoredThematic | undefined;
}

export async function writeThematic(
  tx: Queries,
  market: Market,
  defined: DefinedThematic,
  at: number,
): Promise<WrittenThematic> {
  const { id, tokens } = defined;
  const texts = textsOf(defined);
  // Of concurrent definitions of a new thematic one creates it; the others wait and find it.
  const [made] = await tx
    .insert(thematics)
    .values({ id, ...texts, source: 'stored', createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: thematics.id })
    .returning();
  if (made !== undefined) {
    const from = firstFrom(market, defined);
    await tx.insert(thematicDefinitions).values({ thematicId: id, from, tokens, statedAt: at });
    const row = { ...made, definitions: [{ from, tokens }] };
    return { outcome: 'created', row, before: undefined };
  }
  const before = await lockThematic(tx, id);
  const from = storedFrom(market, before, defined.from);
  const isRedefined = !sameJson(tokensAt(before, from), tokens);
  if (!isRedefined && sameJson(textsOf(before), texts)) {
    return { outcome: 'kept', row: before, before };
  }
  if (isRedefined) {
    await tx.insert(thematicDefinitions).values({ thematicId: id, from, tokens, statedAt: at });
  }
  await tx
    .update(thematics)
    .set({ ...texts, updatedAt: at })
    .where(eq(thematics.id, id));
  return { outcome: 'updated', row: await findThematic(tx, id), before };
}

/** The stored `from` of a thematic's first definition: its start if it has a price there, or `sinceBeginning`. */
export function firstFrom(market: Market, { tokens, from }: DefinedThematic): number {
  if (from === undefined) return sinceBeginning;
  const firstAts = tokens.flatMap(({ token }) => market.firstAt(token) ?? []);
  const earliest = Math.min(...firstAts);
  if (earliest > market.asOf()) throw wrongFrom('none of its tokens has a price yet: omit from');
  checkFrom(market, from, earliest, 'the first price of its tokens');
  return from;
}

/**
 * The stored `from` of a later definition: one that begins at the inception replaces the first. Rejects an instant
 * before the inception or after the as-of instant.
 */
export function storedFrom(
  market: Market,
  thematic: StoredThematic,
  from: number | undefined,
): number {
  const asOf = market.asOf();
  const begins = inceptionOf(market, thematic.definitions);
  const first = thematic.definitions[0]?.from ?? sinceBeginning;
  // Without a level there is no past to rewrite.
  if (begins === null || begins > asOf) {
    if (from === undefined) return first;
    throw wrongFrom('it has no level yet, so its first definition is replaced: omit from');
  }
  const at = from ?? asOf;
  checkFrom(market, at, begins, 'the inception');
  return isFirst(thematic, at, begins) ? first : at;
}

/**
 * Whether the first definition begins at an instant and still applies then; a backfilled one begins at the inception.
 */
function isFirst({ definitions }: StoredThematic, at: number, begins: number | null): boolean {
  const [first, second] = definitions;
  const start = first === undefined || first.from === sinceBeginning ? begins : first.from;
  return at === start && (second?.from ?? Number.POSITIVE_INFINITY) > at;
}

function checkFrom(market: Market, from: number, earliest: number, what: string): void {
  const asOf = market.asOf();
  if (from >= earliest && from <= asOf) return;
  const [first, last] = [formatTime(earliest), formatTime(asOf)];
  throw wrongFrom(`from must be between ${what}, ${first}, and the as of, ${last}`);
}

function wrongFrom(detail: string) {
  return problem('invalid-thematic', `${detail}.`, { errors: [{ pointer: '/from', detail }] });
}

/**
 * Withdraws the definition that begins at an instant: the previous one applies again. 404 definition-not-found, 409
 * first-definition.
 */
export async function retractDefinition(
  tx: Queries,
  market: Market,
  { id, from }: { readonly id: string; readonly from: string },
  at: number,
): Promise<WrittenThematic> {
  const before = await lockThematic(tx, id);
  const instant = parseTime(from);
  if (isFirst(before, instant, inceptionOf(market, before.definitions))) {
    throw problem(
      'first-definition',
      `This is the first definition of the thematic. Replace it with a new one from ${from} instead.`,
    );
  }
  if (!before.definitions.some((one) => one.from === instant) || instant === sinceBeginning) {
    throw problem(
      'definition-not-found',
      `The thematic has no definition that begins at ${JSON.stringify(from)}; GET /x/thematics/{id}/definitions lists them.`,
    );
  }
  await tx
    .insert(thematicDefinitions)
    .values({ thematicId: id, from: instant, tokens: null, statedAt: at });
  await tx.update(thematics).set({ updatedAt: at }).where(eq(thematics.id, id));
  return { outcome: 'updated', row: await findThematic(tx, id), before };
}

export function thematicEvent(
  { before }: WrittenThematic,
  thematic: Thematic,
  asOf: number,
): NewEvent {
  const subject = thematic._id;
  if (before === undefined) return { type: 'thematic.created', subject, data: thematic };
  const previous = { ...textsOf(before), tokens: tokensAt(before, asOf) };
  return { type: 'thematic.updated', subject, data: { ...thematic, previous } };
}

/** Publishes the event of a written thematic; the entity tag is that of the new definition. */
export async function publishThematic(
  tx: Queries,
  { events, market }: Pick<Dependencies, 'events' | 'market'>,
  written: WrittenThematic,
  { show, at }: { readonly show: (row: StoredThematic) => Thematic; readonly at: number },
): Promise<WrittenThematic & Pick<ShownDefinitions, 'tag'>> {
  if (written.outcome !== 'kept') {
    await events.publish(tx, at, [thematicEvent(written, show(written.row), market.asOf())]);
  }
  const { tag } = await showDefinitions(tx, market, written.row);
  return { ...written, tag };
}
