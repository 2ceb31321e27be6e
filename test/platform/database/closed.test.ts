import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { facts } from '#platform/database/schema/store.ts';
import { problemOf } from '#platform/http/errors.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { engines } from '../../support/engines.ts';

const run = promisify(execFile);

const opens: [string, () => Promise<Database>][] = [
  // The others that tests share stay open.
  ['PGlite', async () => openEmbedded({ from: await embeddedTemplate() })],
  ...engines()
    .filter(({ name }) => name !== 'PGlite')
    .map((engine): (typeof opens)[number] => [engine.name, () => engine.open()]),
];

test.each(opens)(
  'a request that meets a closed %s gets 503 with Retry-After, and is not logged',
  async (_, open) => {
    const database = await open();
    await database.close();
    const logged: string[] = [];
    for (const attempt of [
      () => database.queries.select().from(facts),
      () => database.transaction((tx) => tx.select().from(facts)),
      () => database.background.queries.select().from(facts),
    ]) {
      const error: unknown = await attempt().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const problem = problemOf(error, (line) => logged.push(line), 'A request failed');
      expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
      expect(problem.extras.headers).toHaveProperty('Retry-After');
    }
    expect(logged).toEqual([]);
  },
);

/** Closes a database while a transaction has begun. */
const closeAtOnce = `
  import { openEmbedded } from './src/platform/database/embedded.ts';
  import { embeddedTemplate } from './test/support/embeddedTemplate.ts';
  const database = await openEmbedded({ from: await embeddedTemplate() });
  database.transaction((tx) => tx.execute('SELECT 1')).catch(() => {});
  await database.close();
  process.stdout.write('closed');
`;

test('a process that closes its database in a transaction ends by itself', async () => {
  const root = join(import.meta.dirname, '../../..');
  const flags = ['--input-type=module', '--eval'];
  const { stdout } = await run(process.execPath, [...flags, closeAtOnce], { cwd: root });
  expect(stdout).toBe('closed');
});
