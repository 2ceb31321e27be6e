import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { isInspector } from '../guard/own.ts';

/**
 * Adapts the URLs of the built-in inspector to the service's port: marks endpoints that are this process's inspector,
 * and moves marked ones to this process unless a process of the service listens at their origin. Only the stored URL
 * changes, so the guard still accepts only origins of running processes.
 *
 * @param own origin of this process.
 * @param live origins of processes of the service, on any machine.
 */
export async function moveInspectors(
  database: Pick<Database, 'transaction'>,
  own: string,
  live: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx
      .select({ seq: endpoints.seq, url: endpoints.url, inspector: endpoints.inspector })
      .from(endpoints);
    const taken = new Set(rows.map(({ url }) => url));
    for (const { seq, url, inspector } of rows) {
      const { origin, pathname, search } = new URL(url);
      const moved = new URL(`${pathname}${search}`, own).href;
      const where = eq(endpoints.seq, seq);
      if (!inspector && isInspector(new URL(url), [own])) {
        await tx.update(endpoints).set({ inspector: true }).where(where);
      } else if (inspector && !live.includes(origin) && !taken.has(moved)) {
        await tx.update(endpoints).set({ url: moved }).where(where);
        taken.add(moved);
      }
    }
  });
}
