import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';

const pausedFact = 'deliveries paused';

/** Whether no delivery may be attempted, as part of a query: every process on the database obeys at once. */
export const areDeliveriesPaused = sql<boolean>`EXISTS (SELECT 1 FROM facts WHERE name = ${pausedFact})`;

/** From now on nothing is sent until deliveries are resumed: a copy of a store must not send what the other one sends. */
export async function pauseDeliveries(tx: Queries, at: Date): Promise<void> {
  await tx
    .insert(facts)
    .values({ name: pausedFact, value: at.toISOString() })
    .onConflictDoUpdate({ target: facts.name, set: { value: at.toISOString() } });
}

/** Sends again what is due. @returns whether deliveries were paused. */
export async function resume(queries: Queries): Promise<boolean> {
  const rows = await queries.delete(facts).where(eq(facts.name, pausedFact)).returning();
  return rows.length > 0;
}

/** Since when deliveries are paused, as text; null: they are not. */
export async function deliveriesPausedSince(queries: Queries): Promise<string | null> {
  const [row] = await queries.select().from(facts).where(eq(facts.name, pausedFact));
  return row?.value ?? null;
}
