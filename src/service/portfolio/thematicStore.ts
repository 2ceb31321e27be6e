import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { ThematicDefinition } from '#contract/thematic.ts';
import type { DatedThematic } from '#figures/levels.ts';
import { isText } from '#platform/database/text.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  thematicDefinitions,
  thematics,
  type DefinitionRow,
  type ThematicRow,
} from '#platform/database/schema/portfolio.ts';
import { problem } from '#platform/http/problem.ts';

/** The stored `from` of the first definition of a backfilled thematic: its level begins with the prices of its tokens. */
export const sinceBeginning = 0;

/** A thematic with the definitions that stand, ascending; replaced and retracted ones are left out. */
export type StoredThematic = ThematicRow & DatedThematic;

/** What a thematic says of itself, beside what it is made of. */
export type ThematicTexts = Record<Exclude<keyof ThematicDefinition, 'tokens' | 'from'>, string>;

/** These alone: what is checked, compared, written, shown and told of them goes by this list. */
export function textsOf({ name, description }: ThematicTexts): ThematicTexts {
  return { name, description };
}

const standing = sql<StoredThematic['definitions']>`(
  SELECT coalesce(json_agg(json_build_object('from', from_at, 'tokens', tokens) ORDER BY from_at), '[]'::json)
  FROM (
    SELECT DISTINCT ON (from_at) from_at, tokens FROM thematic_definitions
    WHERE thematic_id = thematics.id ORDER BY from_at, seq DESC
  ) AS last_words
  WHERE tokens IS NOT NULL)`;

const storedThematics = (queries: Queries) =>
  queries.select({ ...getTableColumns(thematics), definitions: standing }).from(thematics);

/** All thematics in the order in which they came. */
export function readThematics(queries: Queries): Promise<StoredThematic[]> {
  return storedThematics(queries).orderBy(asc(thematics.place));
}

/** The thematic of that id; 404 thematic-not-found. */
export async function findThematic(queries: Queries, id: string): Promise<StoredThematic> {
  return existing(await storedThematics(queries).where(isText(thematics.id, id)), id);
}

/** The same, locked until the transaction ends: definitions of one thematic happen one after the other. */
export async function lockThematic(tx: Queries, id: string): Promise<StoredThematic> {
  const locked = await lockExisting(tx, id);
  return existing(locked === undefined ? [] : [locked], id);
}

/** The same; undefined where there is none. */
export async function lockExisting(tx: Queries, id: string): Promise<StoredThematic | undefined> {
  const locked = tx.select().from(thematics).where(isText(thematics.id, id)).for('update');
  if ((await locked).length === 0) return undefined;
  // Read again: what was written while this waited for the lock counts.
  return findThematic(tx, id);
}

function existing<Row>([row]: readonly Row[], id: string): Row {
  if (row === undefined) {
    throw problem('thematic-not-found', `There is no thematic with the id ${JSON.stringify(id)}.`);
  }
  return row;
}

export async function thematicIds(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.select({ id: thematics.id }).from(thematics);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Decides which levels of a thematic are backfilled: all before it was created, unless its first definition has a date,
 * which says since when it is in use. The thematics of the simulated market are as old as that market.
 *
 * @param inception epoch ms; null: there is no level.
 * @returns the end of the backfilled levels (epoch ms); null: there are none.
 */
export function backfilledUntil(
  { definitions, createdAt, source }: StoredThematic,
  inception: number | null,
): number | null {
  const isDated = (definitions[0]?.from ?? sinceBeginning) !== sinceBeginning;
  return source === 'simulated' || isDated || inception === null || inception >= createdAt
    ? null
    : createdAt;
}

/** Every definition that was ever made of a thematic, and every retraction, newest first. */
export function readDefinitions(queries: Queries, thematicId: string): Promise<DefinitionRow[]> {
  return queries
    .select()
    .from(thematicDefinitions)
    .where(eq(thematicDefinitions.thematicId, thematicId))
    .orderBy(desc(thematicDefinitions.seq));
}
