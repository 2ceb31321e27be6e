import { expect, inject, test } from 'vitest';
import { checkFleet, standbyFindings } from '#gateway/doctor/fleetChecks.ts';
import { readConfig } from '#gateway/config/config.ts';
import { freePort } from '#test/support/process.ts';

const inSync = {
  isStandby: false,
  standbys: 1,
  synchronousNames: '"node2"',
  isWaiting: true,
  connections: 60,
  maxConnections: 100,
};

test.each([
  [{}, /^ok: Changes are answered once the standby node2 has them on disk\.$/],
  [{ isWaiting: false }, /^warn: .*synchronous_commit/],
  [{ synchronousNames: '' }, /^warn: .*do not wait for it.*synchronous_mode/],
  [{ standbys: 0 }, /^warn: .*node2, which is not connected/],
  [{ standbys: 0, synchronousNames: '' }, /^ok: PostgreSQL has no standby/],
  [{ isStandby: true }, /^fail: DATABASE_URL leads to a standby/],
])('the standby of a fleet: %j', (change, expected) => {
  const [first] = standbyFindings({ ...inSync, ...change });
  expect(`${first?.level}: ${first?.text}`).toMatch(expected);
});

test('the embedded database is no fleet', async () => {
  expect(await checkFleet(readConfig([], {}).config)).toEqual([]);
});

test.skipIf(inject('postgres') === null)(
  'a PostgreSQL alone, and a proxy that does not answer',
  async () => {
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    const { config } = readConfig([], {
      DATABASE_URL: inject('postgres')?.url ?? '',
      PUBLIC_URL: publicUrl,
    });
    const found = await checkFleet(config);
    expect(found.map(({ level, area }) => `${level} ${area}`)).toEqual([
      'ok fleet',
      'ok fleet',
      'warn fleet',
    ]);
    expect(found[2]?.text).toContain(`Nothing answers at ${publicUrl}`);
  },
);
