import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '#platform/database/engine.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';

let engine: Engine;
beforeAll(async () => {
  const from = await embeddedTemplate();
  engine = await createEngine({ from, storageFault: () => null, log: () => {} });
});
afterAll(() => engine.close());

const rowsOf = async (text: string, params: unknown[] = []) =>
  (await (await engine.session()).query(text, params)).rows;

const matching = (pattern: string) =>
  rowsOf('SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE $1', [
    pattern,
  ]);

test('a query that runs again gives each value again, whatever its type', async () => {
  for (const value of [1, 2]) {
    const [row] = await rowsOf(
      'SELECT $1::text AS text, $2::int AS number, $3::jsonb AS json, $4::bytea AS bytes, $5::boolean AS bool, $6::text AS none',
      [
        `日本 ${value}`,
        value,
        JSON.stringify([value, null]),
        new Uint8Array([value, 0]),
        value === 1,
        null,
      ],
    );
    expect(row).toEqual({
      text: `日本 ${value}`,
      number: value,
      json: [value, null],
      bytes: new Uint8Array([value, 0]),
      bool: value === 1,
      none: null,
    });
  }
});

test('at most 200 statements stay prepared, and those that are used again do', async () => {
  const again = "SELECT 'again' AS text";
  for (let index = 0; index < 450; index += 1) {
    await rowsOf(`SELECT ${index} AS number`);
    expect(await rowsOf(again)).toEqual([{ text: 'again' }]);
  }
  const [all] = await matching('%');
  expect(all).toEqual({ count: 200 });
  expect(await matching(again)).toEqual([{ count: 1 }]);
});

test('a long text does not stay prepared', async () => {
  expect(await rowsOf(`SELECT 1 AS number /* ${'x'.repeat(5000)} */`)).toEqual([{ number: 1 }]);
  expect(await matching('%xxxxx%')).toEqual([{ count: 0 }]);
});

test('an error leaves the next queries as they are, also of the same text', async () => {
  const divided = (by: number) => rowsOf('SELECT (6 / $1::int)::int AS number', [by]);
  await expect(divided(0)).rejects.toThrow('division by zero');
  expect(await divided(2)).toEqual([{ number: 3 }]);
  await expect(rowsOf('SELECT nothing FROM nowhere')).rejects.toThrow('does not exist');
  await rowsOf('CREATE TABLE nowhere (nothing int)');
  expect(await rowsOf('SELECT nothing FROM nowhere')).toEqual([]);
});
