import { asc } from 'drizzle-orm';
import { isText } from '../database/text.ts';
import type { Queries } from '../database/database.ts';
import { thematics, type ThematicRow } from '../database/schema.ts';
import { problem } from '../problem.ts';

/** All thematics in the order in which they came. */
export function readThematics(queries: Queries): Promise<ThematicRow[]> {
  return queries.select().from(thematics).orderBy(asc(thematics.place));
}

/** The thematic of that id; 404 thematic-not-found. */
export async function findThematic(queries: Queries, id: string): Promise<ThematicRow> {
  const [row] = await queries.select().from(thematics).where(isText(thematics.id, id));
  if (row === undefined) {
    throw problem('thematic-not-found', `There is no thematic with the id ${JSON.stringify(id)}.`);
  }
  return row;
}

export async function thematicIds(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.select({ id: thematics.id }).from(thematics);
  return new Set(rows.map(({ id }) => id));
}
