import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';

/** Number of copied statements per wallet: the last one is in effect, the one before it is not. */
const statementsKept = 2;

/**
 * Multiplies the existing users by `times`: copies with their own ids and the same holdings, with one statement per table.
 * Inventing 100,000 of them one by one takes a minute. As in a restore, references are not checked, and indexes and sequences
 * come at the end.
 */
export async function multiplyUsers(database: Database, times: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(sql`DROP INDEX wallets_thematic, statements_wallet`);
    await tx.execute(sql`ALTER TABLE wallets
      DROP CONSTRAINT wallets_id_unique, DROP CONSTRAINT wallets_user_seq_thematic_id_unique`);
    await tx.execute(sql`ALTER TABLE statements DROP CONSTRAINT statements_id_unique`);
    // The sequence numbers of a copy are those of the original plus the length of the table, so that references stay valid.
    await tx.execute(sql`
      CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
      SELECT copy,
        copy * (SELECT max(seq) FROM users) AS users,
        copy * (SELECT max(seq) FROM wallets) AS wallets,
        copy * (SELECT max(seq) FROM statements) AS statements
      FROM generate_series(1, ${times - 1}::int) AS copy`);
    await tx.execute(sql`
      INSERT INTO users OVERRIDING SYSTEM VALUE
      SELECT seq + users, ${idOf('usr', sql`seq + users`)}, custom_id || '-' || copy,
        attributes, sample, revision, created_at, updated_at
      FROM users AS first, copies ORDER BY 1`);
    await tx.execute(sql`
      INSERT INTO wallets OVERRIDING SYSTEM VALUE
      SELECT seq + wallets, ${idOf('wal', sql`seq + wallets`)}, user_seq + users, thematic_id, updated_at
      FROM wallets AS first, copies ORDER BY 1`);
    await tx.execute(sql`
      INSERT INTO statements OVERRIDING SYSTEM VALUE
      SELECT seq + statements, ${idOf('stm', sql`seq + statements`)}, wallet_seq + wallets,
        at, positions, stated_at
      FROM (
        SELECT *, row_number() OVER (PARTITION BY wallet_seq ORDER BY at DESC, seq DESC) AS place
        FROM statements
      ) AS first, copies
      WHERE place <= ${statementsKept} ORDER BY 1`);
    await tx.execute(sql`ALTER TABLE wallets ADD CONSTRAINT wallets_id_unique UNIQUE (id),
      ADD CONSTRAINT wallets_user_seq_thematic_id_unique UNIQUE (user_seq, thematic_id)`);
    await tx.execute(sql`CREATE INDEX wallets_thematic ON wallets (thematic_id, seq)`);
    await tx.execute(sql`ALTER TABLE statements ADD CONSTRAINT statements_id_unique UNIQUE (id)`);
    await tx.execute(sql`CREATE INDEX statements_wallet ON statements (wallet_seq, at, seq)`);
    await tx.execute(sql`
      SELECT setval(pg_get_serial_sequence('users', 'seq'), (SELECT max(seq) FROM users)),
        setval(pg_get_serial_sequence('wallets', 'seq'), (SELECT max(seq) FROM wallets)),
        setval(pg_get_serial_sequence('statements', 'seq'), (SELECT max(seq) FROM statements))`);
    await tx.execute(sql`ANALYZE users, wallets, statements`);
  });
}

/** Returns ids as long as the service's own, and in order, which is fastest for an index. */
function idOf(kind: string, seq: SQL): SQL {
  return sql`${kind} || '_' || lpad(to_hex(${seq}), 32, '0')`;
}
