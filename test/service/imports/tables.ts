import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import {
  priceChunks,
  statements,
  thematics,
  tokens,
  users,
  wallets,
} from '#platform/database/schema/portfolio.ts';
import { facts } from '#platform/database/schema/store.ts';
import { events, webhooks } from '#platform/database/schema/webhooks.ts';
import { hasWaiting } from '#service/events/numbering.ts';

const tables = {
  users,
  wallets,
  statements,
  thematics,
  tokens,
  priceChunks,
  events,
  webhooks,
  facts,
};

/** Every row by the transaction that wrote it: the same twice means that nothing was written between. */
export async function rowVersions({ queries }: Database): Promise<Record<string, string[]>> {
  // The relay writes after the answer.
  await expect.poll(() => hasWaiting(queries)).toBe(false);
  const told: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = await queries
      .select({ version: sql<string>`ctid::text || ' ' || xmin::text` })
      .from(table);
    const versions: string[] = rows.map(({ version }) => version);
    told[name] = versions.toSorted();
  }
  return told;
}
