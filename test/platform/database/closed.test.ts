import { expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { facts } from '#platform/database/schema/store.ts';
import { problemOf } from '#platform/http/errors.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { engines } from '../../support/engines.ts';

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
