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
import { thematicNotFound } from '#platform/http/notFound.ts';

/**
 * The stored `from` of the first definition of a backfilled thematic: its level begins with the prices of its tokens.
 */
export const sinceBeginning = 0;

export type StoredThematic = ThematicRow & DatedThematic;

export type ThematicTexts = Record<Exclude<keyof ThematicDefinition, 'tokens' | 'from'>, string>;

/** The only list of these fields: checks, comparisons, storage, display and events use it. */
export function textsOf({ name, description }: ThematicTexts): ThematicTexts {
  return { name, description };
}

const effective = sql<StoredThematic['definitions']>`(
  SELECT coalesce(json_agg(json_build_object('from', from_at, 'tokens', tokens) ORDER BY from_at), '[]'::json)
  FROM (
    SELECT DISTINCT ON (from_at) from_at, tokens FROM thematic_definitions
    WHERE thematic_id = thematics.id ORDER BY from_at, seq DESC
  ) AS last_words
  WHERE tokens IS NOT NULL)`;

const storedThematics = (queries: Queries) =>
  queries.select({ ...getTableColumns(thematics), definitions: effective }).from(thematics);

export function readThematics(queries: Queries): Promise<StoredThematic[]> {
  return storedThematics(queries).orderBy(asc(thematics.place));
}

export async function lookUpThematic(
  queries: Queries,
  id: string,
): Promise<StoredThematic | undefined> {
  const [row] = await storedThematics(queries).where(isText(thematics.id, id));
  return row;
}

/** 404 thematic-not-found. */
export async function findThematic(queries: Queries, id: string): Promise<StoredThematic> {
  return existing(await storedThematics(queries).where(isText(thematics.id, id)), id);
}

/** Like `findThematic`, locked until the transaction ends, so that definitions of one thematic are serialized. */
export async function lockThematic(tx: Queries, id: string): Promise<StoredThematic> {
  const locked = await lockExisting(tx, id);
  return existing(locked === undefined ? [] : [locked], id);
}

export async function lockExisting(tx: Queries, id: string): Promise<StoredThematic | undefined> {
  const locked = tx.select().from(thematics).where(isText(thematics.id, id)).for('update');
  if ((await locked).length === 0) return undefined;
  // Read again, because another transaction may have written while this one waited for the lock.
  return findThematic(tx, id);
}

function existing<Row>([row]: readonly Row[], id: string): Row {
  if (row === undefined) throw thematicNotFound(id);
  return row;
}

export async function thematicIds(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.select({ id: thematics.id }).from(thematics);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Determines the backfilled levels of a thematic: all before its creation, unless its first definition has a date,
 * which states since when it is in use. The thematics of the simulated market are as old as that market.
 *
 * @param inception epoch ms; null: there is no level.
 * @returns the end of the backfilled levels (epoch ms); null if there are none.
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

/** All definitions of a thematic, including withdrawn ones and withdrawals, newest first. */
export function readDefinitions(queries: Queries, thematicId: string): Promise<DefinitionRow[]> {
  return queries
    .select()
    .from(thematicDefinitions)
    .where(eq(thematicDefinitions.thematicId, thematicId))
    .orderBy(desc(thematicDefinitions.seq));
}
