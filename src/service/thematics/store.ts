import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { thematics, type ThematicRow } from '../database/schema.ts';
import { problem } from '../problem.ts';

/** All thematics in the order in which they came. */
export function readThematics(queries: Queries): Promise<ThematicRow[]> {
  return queries.select().from(thematics).orderBy(asc(thematics.place));
}

/** The thematic of that id; 404 thematic-not-found. */
export async function findThematic(queries: Queries, id: string): Promise<ThematicRow> {
  // PostgreSQL takes neither U+0000 nor half a surrogate pair, not even in a question.
  const askable = !id.includes('\0') && id.isWellFormed();
  const [row] = askable ? await queries.select().from(thematics).where(eq(thematics.id, id)) : [];
  if (row === undefined) {
    throw problem('thematic-not-found', `There is no thematic with the id ${JSON.stringify(id)}.`);
  }
  return row;
}

export async function thematicIds(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.select({ id: thematics.id }).from(thematics);
  return new Set(rows.map(({ id }) => id));
}
