import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { isInspector } from '../guard/own.ts';

/**
 * Lets the URLs of the built-in inspector follow the port of the service: marks endpoints that are this process's inspector,
 * and moves those that were marked before to this process, unless some process of the service listens at their origin. Only
 * the stored URL changes, so the guard still accepts no origin but those of running processes.
 *
 * @param own where this process listens.
 * @param live where processes of the service listen, on any machine.
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
