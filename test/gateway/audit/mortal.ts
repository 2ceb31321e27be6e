import { sql } from 'drizzle-orm';
import type { Database, Queries } from '#platform/database/database.ts';

export interface MortalDatabase extends Database {
  /** Ends the process, as it were, once so many transactions from now on are committed. */
  dieAfter(commits: number): void;
  revive(): void;
}

/** A database that a process cannot reach any more after a given commit. */
export function mortal(database: Database): MortalDatabase {
  let left = Infinity;
  const check = () => {
    if (left <= 0) throw new Error('killed');
  };
  const queriesOf = (queries: Queries) =>
    new Proxy(queries, {
      get(target, key, receiver) {
        check();
        return Reflect.get(target, key, receiver);
      },
    });
  const { background } = database;
  return {
    ...database,
    queries: queriesOf(database.queries),
    async transaction(work, options) {
      check();
      const result = await database.transaction(work, options);
      left -= 1;
      return result;
    },
    background: {
      queries: queriesOf(background.queries),
      async transaction(work, options) {
        check();
        return background.transaction(work, options);
      },
    },
    dieAfter(commits) {
      left = commits;
    },
    revive() {
      left = Infinity;
    },
  };
}

const unrelated = ['audit_trail', 'audit_changes', 'waiting_entries', 'counters', 'window_counts'];

/** Content of all tables that changes write, except for the audit trail. */
export async function contentOf({ queries }: Database): Promise<string> {
  const tables = await queries
    .select({ name: sql<string>`relname` })
    .from(sql`pg_class`)
    .where(sql`relkind = 'r' AND relnamespace = 'public'::regnamespace`)
    .orderBy(sql`relname`);
  const contents: string[] = [];
  for (const { name } of tables) {
    if (unrelated.includes(name)) continue;
    const rows = await queries
      .select({ row: sql<string>`content::text` })
      .from(sql`${sql.identifier(name)} AS content`)
      .where(name === 'facts' ? sql`name NOT IN ('audit head', 'health')` : undefined);
    const texts = rows.map(({ row }) => row).toSorted((one, other) => (one < other ? -1 : 1));
    contents.push([name, ...texts].join('\n'));
  }
  return contents.join('\n\n');
}
