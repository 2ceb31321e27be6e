import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';

const pausedFact = 'deliveries paused';

/** SQL condition: deliveries are paused. In the database, so that all processes obey at once. */
export const areDeliveriesPaused = sql<boolean>`EXISTS (SELECT 1 FROM facts WHERE name = ${pausedFact})`;

/** Stops all sending until deliveries are resumed: a copied store must not send the messages of the original. */
export async function pauseDeliveries(tx: Queries, at: Date): Promise<void> {
  await tx
    .insert(facts)
    .values({ name: pausedFact, value: at.toISOString() })
    .onConflictDoUpdate({ target: facts.name, set: { value: at.toISOString() } });
}

/** Resumes sending. @returns whether deliveries were paused. */
export async function resume(queries: Queries): Promise<boolean> {
  const rows = await queries.delete(facts).where(eq(facts.name, pausedFact)).returning();
  return rows.length > 0;
}

export async function deliveriesPausedSince(queries: Queries): Promise<string | null> {
  const [row] = await queries.select().from(facts).where(eq(facts.name, pausedFact));
  return row?.value ?? null;
}
