import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { problemOf } from '#test/support/calls.ts';
import { bearer, createAccessGateway } from './accessGateway.ts';

const minute = 60_000;
let close = async () => {};
afterEach(() => close());

test('keys and sessions read while the database accepts no changes, as on a standby; changes get 503', async () => {
  const { tested, ask, keyOf, cookieOf } = await createAccessGateway();
  close = () => tested.close();
  const { key } = await keyOf('admin');
  const cookie = await cookieOf(key);
  const { queries } = tested.database;
  await queries.execute(sql`SET default_transaction_read_only = on`);
  // By then, a use of the key or the session is recorded again.
  tested.clock.now += 2 * minute;
  for (const headers of [bearer(key), { cookie }]) {
    expect((await ask('/p/users', { headers })).status).toBe(200);
  }
  const change = ask('/p/users', {
    method: 'PUT',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ customId: 'ada' }),
  });
  const refused = await change;
  expect(refused.headers.get('retry-after')).toBe('5');
  await problemOf(refused, 'unavailable');
  await queries.execute(sql`SET default_transaction_read_only = off`);
});
