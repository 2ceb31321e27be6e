import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { openReused } from './embeddedTemplate.ts';
import { execute } from './engineSetup.ts';
import { databaseUrl } from './postgres.ts';
import { createTestService, type TestService, type TestServiceOptions } from './service.ts';

export interface Engine {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Opens an empty, migrated database for a test file. Closing it releases it. */
  open(): Promise<Database>;
}

const embedded: Engine = { name: 'PGlite', open: openReused };

/** Returns the available engines: PGlite always, PostgreSQL if a server was found. */
export function engines(): readonly Engine[] {
  const postgres = inject('postgres');
  if (postgres === null) return [embedded];
  const { url, template } = postgres;
  return [
    embedded,
    {
      name: 'PostgreSQL',
      async open() {
        const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
        await execute(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
        const database = await openPostgres(databaseUrl(url, name));
        return {
          ...database,
          async close() {
            await database.close();
            await execute(url, `DROP DATABASE ${name} WITH (FORCE)`);
          },
        };
      },
    },
  ];
}

type Body = (service: () => TestService, engine: Engine) => void;
type Options = Omit<TestServiceOptions, 'database'>;

/**
 * Runs the same tests on every engine, each with the real service on a database that is emptied before each test. An entry in the
 * service's log is an unexpected error and fails the test.
 */
export function onEachEngine(body: Body, options: Options = {}): void {
  onEngines(engines(), body, options);
}

/** As above, on the embedded engine only: for behavior decided before a statement is sent, or after its rows arrived. */
export function onEmbedded(body: Body, options: Options = {}): void {
  onEngines([embedded], body, options);
}

function onEngines(those: readonly Engine[], body: Body, options: Options): void {
  describe.each(those.map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
    let service: TestService;
    beforeAll(async () => {
      service = await createTestService({ ...options, database: await engine.open() });
    });
    beforeEach(() => service.reset());
    afterEach(() => {
      expect(service.logged).toEqual([]);
    });
    afterAll(() => service.close());
    body(() => service, engine);
  });
}
