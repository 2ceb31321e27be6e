import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import {
  knownMigrations,
  migrate,
  type MigrationTarget,
  type OnUpgrade,
} from '#platform/database/migrate.ts';
import * as access from '#platform/database/schema/access.ts';
import * as audit from '#platform/database/schema/audit.ts';
import * as imports from '#platform/database/schema/imports.ts';
import * as portfolio from '#platform/database/schema/portfolio.ts';
import * as store from '#platform/database/schema/store.ts';
import * as upstream from '#platform/database/schema/upstream.ts';
import * as views from '#platform/database/schema/views.ts';
import * as webhooks from '#platform/database/schema/webhooks.ts';
import { readStoredMarket } from '#service/prices/stored.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { engines } from '../../support/engines.ts';
import { execute } from '../../support/engineSetup.ts';
import { databaseUrl } from '../../support/postgres.ts';
import { createTestService } from '../../support/service.ts';
import { catalog, readValues, rowsOf } from './catalog.ts';

const folder = new URL('../../../src/platform/database/', import.meta.url);
const fixture = new URL('written-by-19f6e53/', import.meta.url);
/** What commit 19f6e53 left in PostgreSQL, and what it answered: users, holdings, stored prices, webhooks, deliveries. */
const dump = async () => gunzipSync(await readFile(new URL('dump.sql.gz', fixture))).toString();
const answers = async (): Promise<unknown> =>
  JSON.parse(await readFile(new URL('answers.json', fixture), 'utf8'));

const dropAll =
  'DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;';
const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, folder), 'utf8'));

interface Recorded {
  /** From before drizzle-kit. */
  readonly legacy: readonly { readonly name: string; readonly sql: string }[];
  /** The migrations 0000 to 0013, which the baseline replaced, and the rows that a database then had in their tables. */
  readonly migrations: readonly {
    readonly at: number;
    readonly sql: string;
    readonly rows: string;
  }[];
}

/** Migrations word for word as they were released. */
const readRecorded = async (): Promise<Recorded> =>
  JSON.parse(
    gunzipSync(await readFile(new URL('before-baseline.json.gz', import.meta.url))).toString(),
  );

describe('the migrations', () => {
  test('agree with the schema: drizzle-kit generate has nothing to add', async () => {
    const journal: { entries: { tag: string; when: number }[] } = await readJson(
      'migrations/meta/_journal.json',
    );
    const last = String(journal.entries.length - 1).padStart(4, '0');
    const before = await readJson(`migrations/meta/${last}_snapshot.json`);
    const now = generateDrizzleJson(
      {
        ...access,
        ...audit,
        ...imports,
        ...portfolio,
        ...store,
        ...upstream,
        ...views,
        ...webhooks,
      },
      before.id,
    );
    expect(await generateMigration(before, now)).toEqual([]);
  });

  test('apply in order: only those newer than the last applied one', async () => {
    const { entries } = await readJson('migrations/meta/_journal.json');
    const times: number[] = entries.map(({ when }: { when: number }) => when);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    let previous = '00000000-0000-0000-0000-000000000000';
    for (const index of entries.keys()) {
      const snapshot = await readJson(
        `migrations/meta/${String(index).padStart(4, '0')}_snapshot.json`,
      );
      expect(snapshot.prevId).toBe(previous);
      previous = snapshot.id;
    }
  });
});

describe.each(engines().map((engine) => [engine.name, engine] as const))(
  'a database on %s',
  (name, engine) => {
    let newCatalog: Promise<string[]>;
    beforeAll(() => {
      newCatalog = engine.open().then(async (database) => {
        const catalog = await catalogOf(database);
        await database.close();
        return catalog;
      });
    });
    const toRemove: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const remove of toRemove.splice(0)) await remove();
    });

    /** Opens a database of its own, on which this SQL has run. */
    async function openWith(before: string, onUpgrade?: OnUpgrade): Promise<Database> {
      const postgres = inject('postgres');
      if (name === 'PGlite' || postgres === null) {
        const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-migrations-'));
        toRemove.push(() => rm(dataDir, { recursive: true }));
        const client = await PGlite.create({ dataDir, loadDataDir: await embeddedTemplate() });
        await client.exec(dropAll);
        await client.exec(before);
        await client.close();
        return openEmbedded({ dataDir, ...(onUpgrade && { onUpgrade }) });
      }
      const url = await createDatabase(postgres.url);
      if (before !== '') await execute(url, before);
      return openPostgres(url, onUpgrade);
    }

    async function createDatabase(server: string): Promise<string> {
      const own = `portfolio_migrations_${randomUUID().replaceAll('-', '')}`;
      await execute(server, `CREATE DATABASE ${own}`);
      toRemove.push(() => execute(server, `DROP DATABASE ${own} WITH (FORCE)`));
      return databaseUrl(server, own);
    }

    /** One connection to a database of its own. */
    async function connect(): Promise<MigrationTarget> {
      const postgres = inject('postgres');
      if (name === 'PGlite' || postgres === null) {
        const embedded = await PGlite.create({ loadDataDir: await embeddedTemplate() });
        toRemove.push(() => embedded.close());
        return {
          query: async (text) => (await embedded.query<object>(text)).rows,
          script: async (text) => void (await embedded.exec(text)),
        };
      }
      const client = new Client(await createDatabase(postgres.url));
      await client.connect();
      toRemove.unshift(() => client.end());
      return {
        query: async (text) => (await client.query<object>(text)).rows,
        script: async (text) => void (await client.query(text)),
      };
    }

    test('that has tables says from which version on it is upgraded, a new one does not', async () => {
      const upgrades: unknown[] = [];
      const onUpgrade: OnUpgrade = (versions) => upgrades.push(versions);
      await (await openWith('', onUpgrade)).close();
      expect(upgrades).toEqual([]);
      await (await openWith(await dump(), onUpgrade)).close();
      expect(upgrades).toEqual([{ from: 2, to: knownMigrations().length }]);
    });

    test('at each migration before the baseline ends as a new one, with the rows to which the original migrations lead', async () => {
      const { migrations } = await readRecorded();
      const target = await connect();
      const apply = async (
        { at, sql: text, rows }: (typeof migrations)[number],
        isFilled: boolean,
      ) =>
        target.script(`${text};
          INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', ${at});
          ${isFilled ? rows : ''}`);
      const fill = async (count: number) => {
        await target.script(`${dropAll} CREATE SCHEMA drizzle;
          CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
        for (const migration of migrations.slice(0, count)) await apply(migration, true);
      };
      expect(migrations).toHaveLength(14);
      for (const index of migrations.keys()) {
        await fill(index + 1);
        const upgrades: unknown[] = [];
        await migrate(target, (versions) => upgrades.push(versions));
        const upgraded = [await readValues(target, catalog), await rowsOf(target)];
        expect(upgrades).toEqual([{ from: index + 3, to: knownMigrations().length }]);

        await fill(index + 1);
        for (const migration of migrations.slice(index + 1)) await apply(migration, false);
        await migrate(target);
        expect([index, ...upgraded]).toEqual([index, await newCatalog, await rowsOf(target)]);
      }
    });

    test('on which only the first step from before was done gets the others, and ends as a new one', async () => {
      const { legacy } = await readRecorded();
      const upgraded = await openWith(`${legacy[0]?.sql}
        CREATE TABLE migrations (name text PRIMARY KEY, done_at timestamptz);
        INSERT INTO migrations (name) VALUES ('${legacy[0]?.name}');`);
      expect(await catalogOf(upgraded)).toEqual(await newCatalog);
      await upgraded.close();
    });

    test('made at commit 19f6e53 opens with nothing lost, ends as a new one, and is refused by that commit', async () => {
      const database = await openWith(await dump());
      const names = await valuesOf(
        database,
        sql`SELECT name AS value FROM migrations ORDER BY name`,
      );
      expect(names).toEqual(['0001-foundation.sql', '0002-deliveries.sql', '0003-names.sql']);

      expect(await catalogOf(database)).toEqual(await newCatalog);

      const now = Date.UTC(2026, 10, 22, 12);
      const market = await readStoredMarket(database.queries, {
        clock: () => now,
        tickSeconds: 10,
      });
      const service = await createTestService({ database, market });
      service.clock.now = now;
      const user = `/p/users/${encodeURIComponent('a/b?c#d e%2F')}/wallets`;
      const answered = {
        users: await (await service.call('GET', '/p/users')).json(),
        wallets: await (await service.call('GET', user)).json(),
        history: await (await service.call('GET', `${user}/history/all`)).json(),
        thematics: await (await service.call('GET', '/p/thematics')).json(),
      };
      expect(answered).toMatchObject(Object(await answers()));
      const inserted = [...(await dump()).matchAll(/^INSERT INTO public\.(\w+)/gm)];
      const counts = Object.groupBy(inserted, ([, table]) => table ?? '');
      expect(Object.keys(counts).length).toBeGreaterThan(12);
      for (const [table, rows] of Object.entries(counts)) {
        if (table === 'migrations') continue;
        const [count] = await valuesOf(
          database,
          sql.raw(`SELECT count(*)::int AS value FROM ${table}`),
        );
        expect([table, count]).toEqual([table, rows?.length]);
      }
      // The last number of each identity was kept: a new user does not meet an old one.
      expect((await service.call('PUT', '/p/users', { customId: 'new' })).status).toBe(201);
      await service.close();
    });

    test('in which an amount of 0 was a position, and a wallet whose every statement was retracted was listed, has neither', async () => {
      const retracted = `
        INSERT INTO public.wallets (id, user_seq, thematic_id, updated_at) VALUES ('wal_gone', 8, 'pair', 5);
        INSERT INTO public.statements (id, wallet_seq, at, positions, stated_at)
        SELECT rows.id, wallets.seq, rows.at, rows.positions, 5 FROM public.wallets, (VALUES
          ('stm_1', 1, '[{"token":"AAA","amount":1}]'::json), ('stm_2', 2, '[]'), ('stm_3', 2, NULL), ('stm_4', 1, NULL)
        ) AS rows (id, at, positions) WHERE wallets.id = 'wal_gone';
        UPDATE public.statements SET positions = '[{"token":"AAA","amount":0},{"token":"BBB","amount":1.50}]'
        WHERE seq = 34;
        UPDATE public.statements SET positions = '[{"token":"AAA","amount":0}]' WHERE seq = 35;`;
      const database = await openWith((await dump()) + retracted);
      const gone = sql`SELECT id AS value FROM wallets WHERE retracted`;
      expect(await valuesOf(database, gone)).toEqual(['wal_gone']);
      const texts = sql`SELECT positions::text AS value FROM statements WHERE seq IN (34, 35) ORDER BY seq`;
      expect(await valuesOf(database, texts)).toEqual(['[{"token":"BBB","amount":1.50}]', '[]']);
      await database.close();
    });
  },
);

async function valuesOf(database: Database, query: ReturnType<typeof sql>): Promise<unknown[]> {
  const rows = await database.queries.select({ value: sql`value` }).from(sql`(${query}) AS rows`);
  return rows.map(({ value }) => value);
}

async function catalogOf(database: Database): Promise<string[]> {
  return (await valuesOf(database, sql.raw(catalog))).map(String);
}
