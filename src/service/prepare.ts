import { eq } from 'drizzle-orm';
import type { Database, Queries } from '#platform/database/database.ts';
import { thematicDefinitions, thematics } from '#platform/database/schema/portfolio.ts';
import { facts } from '#platform/database/schema/store.ts';
import { sinceBeginning } from './portfolio/thematicStore.ts';
import type { CatalogueThematic } from './prices/catalogue.ts';
import type { Market } from './prices/market.ts';
import { recordChange } from './events/log.ts';
import { makeSamples } from './samples/make.ts';

const preparedFact = 'prepared';

export interface Preparation {
  readonly database: Database;
  readonly market: Market;
  /** Thematics of the simulated market; none with a stored one. */
  readonly catalogue: readonly CatalogueThematic[];
  readonly sampleUsers: number;
  readonly at: number;
  readonly progress?: (done: number) => void;
}

/** Fills a new store, once and in one transaction: the simulated market's thematics, and sample users. */
export function prepare({ database, ...order }: Preparation): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const [made] = await tx
        .insert(facts)
        .values({ name: preparedFact, value: new Date(order.at).toISOString() })
        .onConflictDoNothing({ target: facts.name })
        .returning();
      if (made === undefined) return false;
      await insertCatalogue(tx, order.catalogue, order.at);
      await makeSamples(tx, order.market, {
        count: order.sampleUsers,
        ...(order.progress === undefined ? {} : { progress: order.progress }),
      });
      await recordChange(tx);
      return true;
    },
    { isAlone: true },
  );
}

/** Whether the store was filled before; read without waiting for locks. */
export async function isPrepared({ queries }: Database): Promise<boolean> {
  const rows = await queries.select().from(facts).where(eq(facts.name, preparedFact));
  return rows.length > 0;
}

async function insertCatalogue(
  tx: Queries,
  catalogue: readonly CatalogueThematic[],
  at: number,
): Promise<void> {
  if (catalogue.length === 0) return;
  await tx.insert(thematics).values(
    catalogue.map(({ _id, name, description }) => ({
      id: _id,
      name,
      description,
      source: 'simulated' as const,
      createdAt: at,
      updatedAt: at,
    })),
  );
  await tx.insert(thematicDefinitions).values(
    catalogue.map(({ _id, tokens }) => ({
      thematicId: _id,
      from: sinceBeginning,
      tokens: [...tokens],
      statedAt: at,
    })),
  );
}
