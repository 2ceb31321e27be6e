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
  /** An empty, migrated database of a test file's own; closed, it is given away. */
  open(): Promise<Database>;
}

const embedded: Engine = { name: 'PGlite', open: openReused };

/** The engines there are here: PGlite always, PostgreSQL where a server was found. */
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
 * The same tests on every engine, each with the real service on a database that is emptied before each test.
 * A test that makes the service log anything has found an unexpected error, and fails.
 */
export function onEachEngine(body: Body, options: Options = {}): void {
  onEngines(engines(), body, options);
}

/** As above, on the embedded engine alone: where what is asked is decided before a statement is sent, or after its rows came. */
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
