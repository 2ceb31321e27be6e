import { is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import * as access from '#platform/database/schema/access.ts';
import * as audit from '#platform/database/schema/audit.ts';
import * as imports from '#platform/database/schema/imports.ts';
import * as portfolio from '#platform/database/schema/portfolio.ts';
import * as store from '#platform/database/schema/store.ts';
import * as upstream from '#platform/database/schema/upstream.ts';
import * as views from '#platform/database/schema/views.ts';
import * as webhooks from '#platform/database/schema/webhooks.ts';

/** Tables excluded from backups, with the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  sessions: 'a copy must not sign anyone in',
  window_counts: 'they only count the current minute',
  upstream_users: 'they belong to another service, and are read from it again',
  upstream_rounds: 'the sync starts again',
  directory_parts: 'they are written again',
};

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly primaryKey: readonly string[];
  readonly numbered: string | null;
}

function inOrder(tables: readonly PgTable[]): BackedUpTable[] {
  const configs = tables.map((table) => getTableConfig(table));
  const remaining = new Map(
    configs.map(({ name, foreignKeys }) => [
      name,
      new Set(
        foreignKeys
          .map((key) => getTableConfig(key.reference().foreignTable).name)
          .filter((other) => other !== name),
      ),
    ]),
  );
  const ordered: BackedUpTable[] = [];
  while (remaining.size > 0) {
    const free = configs.filter(({ name }) => remaining.get(name)?.size === 0);
    if (free.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const { name, columns, primaryKeys } of free) {
      remaining.delete(name);
      for (const others of remaining.values()) others.delete(name);
      const keys = columns.filter(({ primary }) => primary);
      ordered.push({
        name,
        columns: columns.map((column) => ({ name: column.name, type: column.getSQLType() })),
        primaryKey: namesOf(keys.length > 0 ? keys : (primaryKeys[0]?.columns ?? [])),
        numbered: columns.find((column) => column.generatedIdentity !== undefined)?.name ?? null,
      });
    }
  }
  return ordered;
}

const namesOf = (columns: readonly PgColumn[]) => columns.map(({ name }) => name);

const tables = [access, audit, imports, portfolio, store, upstream, views, webhooks]
  .flatMap((file) => Object.values<unknown>(file))
  .filter((value) => is(value, PgTable));

export const allTables: readonly string[] = tables.map((table) => getTableConfig(table).name);

/** Every table, each after the tables that it references. */
export const completeTables: readonly BackedUpTable[] = inOrder(tables);

/** Tables in backups, in the same order. */
export const backedUpTables: readonly BackedUpTable[] = completeTables.filter(
  ({ name }) => !Object.hasOwn(excludedTables, name),
);
