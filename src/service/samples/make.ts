import { tokensAt } from '#figures/levels.ts';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { users } from '#platform/database/schema/portfolio.ts';
import { newId } from '#platform/database/ids.ts';
import type { Market } from '../prices/market.ts';
import { readThematics } from '../portfolio/thematicStore.ts';
import { cases, inventPerson, type SamplePerson } from './people.ts';
import { inventWallets, type SampledThematic, type SampleWallet } from './portfolio.ts';
import { createRandom, type Random } from './random.ts';

const seed = 20_210_101;
const batchSize = 1000;

export interface SampleOrder {
  readonly count: number;
  readonly progress?: (done: number) => void;
}

interface SampleUser {
  readonly person: SamplePerson;
  readonly start: number;
  readonly wallets: readonly SampleWallet[];
}

/**
 * Creates sample users inside a transaction, always the same for the same market, without events. Skips customIds of
 * real users.
 */
export async function makeSamples(
  tx: Queries,
  market: Market,
  { count, progress }: SampleOrder,
): Promise<void> {
  const random = createRandom(seed);
  const thematics = (await readThematics(tx)).map((row) => ({
    id: row.id,
    tokens: tokensAt(row, market.asOf()),
  }));
  for (let done = 0; done < count;) {
    const batch: SampleUser[] = [];
    while (batch.length < batchSize && done < count) {
      batch.push(inventUser(random, market, thematics, done, (done + random.next()) / count));
      done += 1;
    }
    await insertBatch(tx, batch);
    progress?.(done);
  }
  // PGlite has no autovacuum, and plans by its statistics. With statistics of empty tables it would scan
  // them completely forever: each foreign key check is planned once.
  if (count > 0) await tx.execute(sql`ANALYZE users, wallets, statements`);
}

export async function removeSamples(tx: Queries): Promise<number> {
  const removed = await tx
    .delete(users)
    .where(eq(users.sample, true))
    .returning({ seq: users.seq });
  return removed.length;
}

export async function countSamples(queries: Queries): Promise<number> {
  return queries.$count(users, eq(users.sample, true));
}

function inventUser(
  random: Random,
  market: Market,
  thematics: readonly SampledThematic[],
  number: number,
  since: number,
): SampleUser {
  const special = cases[number];
  const person = special ?? inventPerson(random, number);
  const { start, wallets } = inventWallets(random, market, thematics, {
    since,
    size: person.size,
    wallets: special?.wallets,
    tokens: special?.tokens,
  });
  return { person, start, wallets };
}

/** Three statements per thousand users: rows travel as one JSON text, which both engines parse quickly. */
async function insertBatch(tx: Queries, batch: readonly SampleUser[]): Promise<void> {
  const userRows = batch.map(({ person, start }) => ({
    id: newId('usr'),
    custom_id: person.customId,
    attributes: person.attributes,
    start,
  }));
  await tx.execute(sql`
    INSERT INTO users (id, custom_id, attributes, sample, revision, created_at, updated_at)
    SELECT id, custom_id, attributes, true, 1, start, start
    FROM json_to_recordset(${JSON.stringify(userRows)}::json)
      AS rows (id text, custom_id text, attributes json, start bigint)
    ON CONFLICT (custom_id) DO NOTHING`);
  const owned = batch.flatMap(({ wallets }, index) =>
    wallets.map((wallet) => ({ wallet, id: newId('wal'), userId: userRows[index]?.id })),
  );
  // Without their statements, which are much longer and are sent separately.
  const walletRows = owned.map(({ wallet, id, userId }) => ({
    id,
    user_id: userId,
    thematic_id: wallet.thematicId,
    updated_at: wallet.statements.at(-1)?.at,
  }));
  await tx.execute(sql`
    INSERT INTO wallets (id, user_seq, thematic_id, updated_at)
    SELECT rows.id, users.seq, rows.thematic_id, rows.updated_at
    FROM json_to_recordset(${JSON.stringify(walletRows)}::json)
      AS rows (id text, user_id text, thematic_id text, updated_at bigint)
    JOIN users ON users.id = rows.user_id`);
  const statementRows = owned.flatMap(({ wallet, id }) =>
    wallet.statements.map((statement) => ({
      id: newId('stm'),
      wallet_id: id,
      at: statement.at,
      positions: statement.positions,
    })),
  );
  await tx.execute(sql`
    INSERT INTO statements (id, wallet_seq, at, positions, stated_at)
    SELECT rows.id, wallets.seq, rows.at, rows.positions, rows.at
    FROM json_to_recordset(${JSON.stringify(statementRows)}::json)
      AS rows (id text, wallet_id text, at bigint, positions json)
    JOIN wallets ON wallets.id = rows.wallet_id`);
}
