import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('./migrations/', import.meta.url);

/** Runs SQL texts of several statements, and queries without parameters. */
export interface MigrationTarget {
  readonly run: (sql: string) => Promise<void>;
  readonly names: () => Promise<string[]>;
}

/**
 * Brings the tables up to date: every file of `migrations/` once, in the order of their names, each in a transaction.
 * Processes that start together wait for each other.
 */
export async function migrate({ run, names }: MigrationTarget): Promise<void> {
  await run(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())',
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const done = new Set(await names());
  const newer = [...done].filter((name) => !files.includes(name));
  if (newer.length > 0) {
    throw new Error(
      `This database was written by a newer version: it has had ${newer.join(', ')}, which is not known here. Start that version.`,
    );
  }
  for (const name of files.filter((file) => !done.has(file))) {
    const text = await readFile(new URL(name, folder), 'utf8');
    await run(`BEGIN;\n${text}\nINSERT INTO migrations (name) VALUES ('${name}');\nCOMMIT;`);
  }
}
