import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { updateUser } from '#contract/operations/users.ts';
import type { UserCsvRow } from './userCsv.ts';

export interface SpooledUser {
  readonly customId: string | null;
  readonly rows: readonly UserCsvRow[];
  /** There are further rows: together they exceed the limit of one user. */
  readonly isTooLarge: boolean;
}

/** One user's rows become one body of `POST /p/users/{id}`, so its limit applies. */
const maxUserSize = updateUser.body.limit;

export interface UserSpool {
  /** A customId of null makes the row a user of its own. */
  add(customId: string | null, row: UserCsvRow): void;
  readonly rows: number;
  readonly users: number;
  /** Users in the order of their first row. Call it once, after all rows are added. */
  each(): Generator<SpooledUser>;
  close(): void;
}

const spooled = z.object({
  user: z.number(),
  id: z.nullable(z.string()),
  line: z.number(),
  cells: z.string(),
  fault: z.nullable(z.string()),
});
const numbered = z.object({ number: z.number() });
const cellList = z.array(z.string());

/**
 * Groups rows with SQLite: rows of one user may be far apart in a file that is larger than memory. A database without
 * a name stays in memory up to its cache size, then in a temporary file that disappears with the process, however it
 * ends.
 */
export function createUserSpool(): UserSpool {
  const database = new DatabaseSync('');
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
    CREATE TABLE users (number INTEGER PRIMARY KEY, id TEXT UNIQUE);
    CREATE TABLE rows (
      user INTEGER NOT NULL, line INTEGER NOT NULL, cells TEXT NOT NULL, fault TEXT,
      PRIMARY KEY (user, line)
    ) WITHOUT ROWID;
    BEGIN`);
  const insertUser = database.prepare(
    'INSERT INTO users (id) VALUES (?) ON CONFLICT DO UPDATE SET id = id RETURNING number',
  );
  const insertRow = database.prepare(
    'INSERT INTO rows (user, line, cells, fault) VALUES (?, ?, ?, ?)',
  );
  let rows = 0;
  let users = 0;
  return {
    add(customId, { line, cells, fault }) {
      const { number } = numbered.parse(insertUser.get(customId));
      insertRow.run(number, line, JSON.stringify(cells), fault ?? null);
      rows += 1;
      users = Math.max(users, number);
    },
    get rows() {
      return rows;
    },
    get users() {
      return users;
    },
    *each() {
      const all = database
        .prepare(
          'SELECT user, id, line, cells, fault FROM rows CROSS JOIN users ON number = user ORDER BY user, line',
        )
        .iterate();
      let user = 0;
      let size = 0;
      let current: (SpooledUser & { rows: UserCsvRow[]; isTooLarge: boolean }) | null = null;
      for (const row of all) {
        const { user: number, id, line, cells, fault } = spooled.parse(row);
        if (current === null || number !== user) {
          if (current !== null) yield current;
          user = number;
          size = 0;
          current = { customId: id, rows: [], isTooLarge: false };
        }
        size += cells.length;
        current.isTooLarge ||= size > maxUserSize && current.rows.length > 0;
        if (current.isTooLarge) continue;
        const read = { line, cells: cellList.parse(JSON.parse(cells)) };
        current.rows.push(fault === null ? read : { ...read, fault });
      }
      if (current !== null) yield current;
    },
    close: () => database.close(),
  };
}
